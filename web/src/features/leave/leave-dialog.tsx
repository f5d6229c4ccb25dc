import { t } from '@lingui/core/macro';
import type { LeaveInput, LeaveNote } from '@lop-xanh/contract/leave';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { useToday } from '../../lib/today.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { studentLeaveQuery, useSendLeave, useWithdrawLeave } from './leave.api.ts';
import classes from './leave-note.module.css';
import { formatLeaveDays, LeaveState } from './leave-note-view.tsx';

const dayMs = 24 * 3_600_000;

interface Child {
  id: number;
  first_name: string;
}

interface Props {
  child: Child;
  onClose: () => void;
}

/** In which a parent tells the school that a child will be absent, above the notes sent before. */
export function LeaveDialog({ child, onClose }: Props) {
  const { first_name: name } = child;
  return (
    <FormModal title={t`Xin phép nghỉ cho ${name}`} size="32rem" onClose={onClose}>
      {(controls) => (
        <>
          <LeaveForm {...controls} child={child} onSent={onClose} />
          <SentNotes child={child} />
        </>
      )}
    </FormModal>
  );
}

interface FormProps extends FormControls {
  child: Child;
  onSent: () => void;
}

function LeaveForm({ child, onUnsaved, close, onSent }: FormProps) {
  const today = useToday();
  const { mutateAsync: send } = useSendLeave();
  const submission = useSubmissionKey();
  const { form, submit, isSaving, errorMessage } = useServerForm<LeaveInput>({
    initialValues: { first_day: today, last_day: today, reason: '' },
    validate: {
      first_day: (day) => (day >= today ? null : t`Hãy chọn hôm nay hoặc một ngày sau`),
      last_day: (day, { first_day }) => findLastDayError(first_day, day),
      reason: (reason) => (reason.trim() === '' ? t`Hãy viết lý do` : null),
    },
    save: (body) =>
      send({ studentId: child.id, body, key: submission.getKeyFor([child.id, body]) }),
    failedMessage: t`Chưa gửi được, hãy thử lại`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: t`Đã gửi đơn xin nghỉ` });
      onSent();
    },
  });
  const chooseFirstDay = (day: string) => {
    const isLater = day > form.values.last_day;
    form.setValues({ first_day: day, ...(isLater && { last_day: day }) });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text>{t`Giáo viên thấy đơn trước khi điểm danh.`}</Text>
        <div className={classes.days}>
          <TextInput
            type="date"
            label={t`Từ ngày`}
            min={today}
            data-path="first_day"
            value={form.values.first_day}
            error={form.errors.first_day}
            onChange={({ currentTarget }) => chooseFirstDay(currentTarget.value)}
          />
          <TextInput
            type="date"
            label={t`Đến hết ngày`}
            min={form.values.first_day}
            data-path="last_day"
            value={form.values.last_day}
            error={form.errors.last_day}
            onChange={({ currentTarget }) => form.setFieldValue('last_day', currentTarget.value)}
          />
        </div>
        <Textarea
          label={t`Lý do`}
          placeholder={t`Ví dụ: cháu bị sốt`}
          autosize
          minRows={2}
          maxLength={limits.maxLeaveReasonLength}
          data-path="reason"
          value={form.values.reason}
          error={form.errors.reason}
          onChange={({ currentTarget }) => form.setFieldValue('reason', currentTarget.value)}
        />
        <FormFooter error={errorMessage} close={close} isSaving={isSaving} saveLabel={t`Gửi đơn`} />
      </Stack>
    </form>
  );
}

function findLastDayError(firstDay: string, lastDay: string): string | null {
  const max = limits.maxLeaveDays;
  if (lastDay < firstDay) return t`Ngày cuối không được trước ngày đầu`;
  const days = 1 + (Date.parse(lastDay) - Date.parse(firstDay)) / dayMs;
  return days > max ? t`Nhiều nhất ${max} ngày` : null;
}

function SentNotes({ child: { id } }: { child: Child }) {
  const { data: notes = [] } = useQuery(studentLeaveQuery(id));
  if (notes.length === 0) return null;
  return (
    <section>
      <h3 className={classes.heading}>{t`Đơn đã gửi`}</h3>
      <ul className={classes.notes}>
        {notes.map((note) => (
          <SentNote key={note.id} note={note} />
        ))}
      </ul>
    </section>
  );
}

function SentNote({ note }: { note: LeaveNote }) {
  const { mutate: withdraw, isPending } = useWithdrawLeave();
  const day = formatDay(note.first_day);
  const askAndWithdraw = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Rút đơn xin nghỉ?`,
      message: `${formatLeaveDays(note)}\n\n${note.reason}`,
      confirmLabel: t`Rút đơn`,
    });
    if (!isConfirmed) return;
    withdraw(note.id, {
      onError: (error) =>
        toast({
          kind: 'error',
          message: describeError(error, t`Chưa rút được, hãy thử lại`),
          id: 'leave',
        }),
    });
  };
  return (
    <li className={classes.note}>
      <div className={classes.text}>
        <p className={classes.name}>{formatLeaveDays(note)}</p>
        <p className={classes.soft} lang="vi">
          {note.reason}
        </p>
      </div>
      <div className={classes.buttons}>
        <LeaveState status={note.status} />
        {note.can.withdraw && (
          <Button
            variant="default"
            disabled={isPending}
            aria-label={t`Rút đơn từ ngày ${day}`}
            onClick={() => void askAndWithdraw()}
          >
            {t`Rút đơn`}
          </Button>
        )}
      </div>
    </li>
  );
}
