import { t } from '@lingui/core/macro';
import { type RequestKind, requestKinds } from '@lop-xanh/contract/privacy';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { Group, Stack, Textarea, TextInput } from '@mantine/core';
import { getRoleName } from '../../language/role-names.ts';
import { useUser } from '../../lib/current-user.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { useToday } from '../../lib/today.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { type UserOption, UserSelect } from '../accounts/public.ts';
import { useFileRequest } from './privacy.api.ts';
import { getKindLabel } from './request-labels.ts';

interface Props {
  /** Whose data it is about; otherwise the form asks. */
  subject?: UserOption;
  onClose: () => void;
}

/** Records a request that came on paper. */
export function PaperRequestDialog({ subject, onClose }: Props) {
  return (
    <FormModal title={t`Ghi đơn giấy`} size="36rem" onClose={onClose}>
      {(controls) => <PaperRequestForm {...controls} subject={subject} onSaved={onClose} />}
    </FormModal>
  );
}

interface Values {
  kind: RequestKind;
  role: Role;
  subject_id: UserOption | null;
  requester_name: string;
  received_on: string;
  details: string;
}

function PaperRequestForm({
  subject,
  onUnsaved,
  close,
  onSaved,
}: FormControls & {
  subject: UserOption | undefined;
  onSaved: () => void;
}) {
  const today = useToday();
  const { role, school_id } = useUser();
  const { mutateAsync: file } = useFileRequest();
  const submission = useSubmissionKey();
  const { form, submit, isSaving, errorMessage } = useServerForm<Values>({
    initialValues: {
      kind: 'copy',
      role: 'Student',
      subject_id: subject ?? null,
      requester_name: '',
      received_on: today,
      details: '',
    },
    validate: {
      subject_id: (person) => (person === null ? t`Hãy chọn người` : null),
      requester_name: (name) => (name.trim() === '' ? t`Hãy ghi tên người gửi` : null),
      received_on: (day) => {
        if (day === '') return t`Hãy chọn ngày`;
        return day > today ? t`Ngày này chưa tới` : null;
      },
    },
    save: ({ kind, subject_id, requester_name, received_on, details }) => {
      const body = {
        kind,
        subject_id: subject_id?.id ?? 0,
        requester_name: requester_name.trim(),
        received_on,
        details: details.trim() || undefined,
      };
      return file({ body, key: submission.getKeyFor(body) });
    },
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: t`Đã ghi yêu cầu` });
      onSaved();
    },
  });
  const subjectRoles: Role[] = ['Student', 'Parent', 'Teacher', ...managedRoles(role)];
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <NativeSelect
          label={t`Yêu cầu`}
          data-autofocus
          data={requestKinds.map((value) => ({ value, label: getKindLabel(value) }))}
          {...form.getInputProps('kind')}
        />
        {subject ? (
          <p>
            {t`Về dữ liệu của`} <strong lang="vi">{subject.full_name}</strong>
          </p>
        ) : (
          <>
            <NativeSelect
              label={t`Về dữ liệu của`}
              data={subjectRoles.map((value) => ({ value, label: getRoleName(value) }))}
              {...form.getInputProps('role')}
              onChange={(event) => {
                form.setFieldValue('role', event.currentTarget.value as Role);
                form.setFieldValue('subject_id', null);
              }}
            />
            <UserSelect
              key={form.values.role}
              label={t`Họ và tên`}
              placeholder={t`Tìm theo tên, tên đăng nhập hoặc mã`}
              filter={{ role: form.values.role, school_id: school_id ?? undefined }}
              value={form.values.subject_id}
              error={form.errors.subject_id as string | undefined}
              onChange={(person) => form.setFieldValue('subject_id', person)}
            />
          </>
        )}
        <Group grow align="start">
          <TextInput
            label={t`Người gửi đơn`}
            required
            maxLength={200}
            {...form.getInputProps('requester_name')}
          />
          <TextInput
            type="date"
            label={t`Ngày nhận đơn`}
            required
            max={today}
            {...form.getInputProps('received_on')}
          />
        </Group>
        <Textarea
          label={t`Nội dung đơn`}
          lang="vi"
          rows={3}
          maxLength={limits.maxRequestTextLength}
          {...form.getInputProps('details')}
        />
        <FormFooter
          error={errorMessage}
          close={close}
          isSaving={isSaving}
          saveLabel={t`Ghi yêu cầu`}
        />
      </Stack>
    </form>
  );
}

/** A Mod's own data is for an Admin to handle. */
function managedRoles(role: Role): Role[] {
  return role === 'Admin' ? ['Mod'] : [];
}
