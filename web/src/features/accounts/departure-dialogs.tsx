import { t } from '@lingui/core/macro';
import { type Account, type Departure, departureReasons } from '@lop-xanh/contract/accounts';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { getDepartureReason } from '../../language/departure-reason.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { useToday } from '../../lib/today.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { ClassField } from './account-fields.tsx';
import { useLeave, useReturn } from './accounts.api.ts';

interface Props {
  student: Account;
  onClose: () => void;
}

/** Records that a student has left, or comes back. */
export function DepartureDialog({ student, onClose }: Props) {
  const { full_name: name } = student;
  // The value at mount: the list may be refetched while the form is open.
  const [isReturn] = useState(student.departure !== null);
  const title = isReturn ? t`${name} quay lại trường` : t`${name} rời trường`;
  const Form = isReturn ? ReturnForm : LeaveForm;
  return (
    <FormModal title={title} size="32rem" onClose={onClose}>
      {(controls) => <Form student={student} {...controls} onSaved={onClose} />}
    </FormModal>
  );
}

interface FormProps extends FormControls {
  student: Account;
  onSaved: () => void;
}

type LeaveValues = Required<Departure>;

function LeaveForm({ student, onUnsaved, close, onSaved }: FormProps) {
  const today = useToday();
  const { id, full_name: name } = student;
  const { mutateAsync: leave } = useLeave();
  const submission = useSubmissionKey();
  const { form, submit, isSaving, errorMessage } = useServerForm<LeaveValues>({
    initialValues: { left_on: today, reason: 'moved', destination: '' },
    validate: {
      left_on: (day) => {
        if (day === '') return t`Hãy chọn ngày`;
        return day > today ? t`Ngày này chưa tới` : null;
      },
    },
    save: (body) => leave({ id, body, key: submission.getKeyFor(body) }),
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: t`Đã ghi nhận ${name} rời trường` });
      onSaved();
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text>
          {t`Tài khoản sẽ ngừng hoạt động và ra khỏi lớp. Điểm danh, lịch sử và phụ huynh vẫn còn, và em có thể quay lại.`}
        </Text>
        <TextInput
          type="date"
          label={t`Ngày học cuối cùng`}
          required
          max={today}
          data-autofocus
          {...form.getInputProps('left_on')}
        />
        <NativeSelect
          label={t`Lý do`}
          data={departureReasons.map((reason) => ({
            value: reason,
            label: getDepartureReason(reason),
          }))}
          {...form.getInputProps('reason')}
        />
        <TextInput
          label={t`Nơi đến`}
          placeholder={t`Ví dụ: TH Nguyễn Du, Huế`}
          maxLength={200}
          {...form.getInputProps('destination')}
        />
        <FormFooter
          error={errorMessage}
          close={close}
          isSaving={isSaving}
          saveLabel={t`Ghi nhận rời trường`}
        />
      </Stack>
    </form>
  );
}

function ReturnForm({ student, onUnsaved, close, onSaved }: FormProps) {
  const { id, full_name: name, school_id, departure } = student;
  const { mutateAsync: comeBack } = useReturn();
  const submission = useSubmissionKey();
  const { form, submit, isSaving, errorMessage } = useServerForm<{ class_id: string }>({
    initialValues: { class_id: '' },
    validate: {},
    save: ({ class_id }) => {
      const body = { class_id: Number(class_id) || null };
      return comeBack({ id, body, key: submission.getKeyFor(body) });
    },
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: t`Đã ghi nhận ${name} quay lại trường` });
      onSaved();
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {departure && <Text>{describeDeparture(departure)}</Text>}
        <ClassField
          role={student.role}
          schoolId={school_id ?? 0}
          account={student}
          {...form.getInputProps('class_id')}
        />
        <FormFooter
          error={errorMessage}
          close={close}
          isSaving={isSaving}
          saveLabel={t`Ghi nhận quay lại`}
        />
      </Stack>
    </form>
  );
}

function describeDeparture({ left_on, reason, destination }: Departure): string {
  const day = formatDay(left_on);
  const why = [getDepartureReason(reason), destination].filter(Boolean).join(', ');
  return t`Đã rời trường từ ngày ${day} (${why}).`;
}
