import { t } from '@lingui/core/macro';
import { type RequestKind, requestKinds } from '@lop-xanh/contract/privacy';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { childrenQuery, useUser } from '../../lib/current-user.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { RadioList } from '../../ui/radio-list.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { useFileRequest } from './privacy.api.ts';
import { explainKind, getKindLabel } from './request-labels.ts';

/** Files a request about one's own data or a child's. */
export function FileRequestDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormModal title={t`Gửi yêu cầu`} size="36rem" onClose={onClose}>
      {(controls) => <FileRequestForm {...controls} onSaved={onClose} />}
    </FormModal>
  );
}

interface Values {
  kind: RequestKind | null;
  subject_id: string;
  details: string;
}

function FileRequestForm({
  onUnsaved,
  close,
  onSaved,
}: FormControls & {
  onSaved: () => void;
}) {
  const user = useUser();
  const isParent = user.role === 'Parent';
  const { data: children = [] } = useQuery({ ...childrenQuery, enabled: isParent });
  const { mutateAsync: file } = useFileRequest();
  const submission = useSubmissionKey();
  const { answerWorkingDays, resultDays } = limits;
  const { form, submit, isSaving, errorMessage } = useServerForm<Values>({
    initialValues: { kind: null, subject_id: isParent ? '' : String(user.id), details: '' },
    validate: {
      kind: (kind) => (kind === null ? t`Hãy chọn một yêu cầu` : null),
      subject_id: (id) => (id === '' ? t`Hãy chọn dữ liệu của ai` : null),
      details: (text, { kind }) =>
        kind === 'correction' && text.trim() === '' ? t`Hãy ghi rõ điều cần sửa` : null,
    },
    save: ({ kind, subject_id, details }) => {
      const body = {
        kind: kind as RequestKind,
        subject_id: Number(subject_id),
        details: details.trim() || undefined,
      };
      return file({ body, key: submission.getKeyFor(body) });
    },
    failedMessage: t`Chưa gửi được, hãy thử lại`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: t`Đã gửi yêu cầu cho nhà trường` });
      onSaved();
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <RadioList
          label={t`Bạn muốn`}
          options={requestKinds.map((kind) => ({
            value: kind,
            label: getKindLabel(kind),
            description: explainKind(kind),
          }))}
          value={form.values.kind}
          error={(form.errors.kind ?? null) as string | null}
          onChange={(kind) => form.setFieldValue('kind', kind)}
        />
        {isParent && (
          <NativeSelect
            label={t`Dữ liệu của`}
            required
            data={[
              { value: '', label: t`Chọn con hoặc chính bạn` },
              ...children.map(({ id, full_name }) => ({ value: String(id), label: full_name })),
              { value: String(user.id), label: t`Chính tôi` },
            ]}
            {...form.getInputProps('subject_id')}
          />
        )}
        <Textarea
          label={t`Chi tiết`}
          lang="vi"
          rows={3}
          maxLength={limits.maxRequestTextLength}
          {...form.getInputProps('details')}
        />
        <Text>
          {t`Nhà trường trả lời trong ${answerWorkingDays} ngày làm việc và hoàn tất trong ${resultDays} ngày.`}
        </Text>
        <FormFooter
          error={errorMessage}
          close={close}
          isSaving={isSaving}
          saveLabel={t`Gửi yêu cầu`}
        />
      </Stack>
    </form>
  );
}
