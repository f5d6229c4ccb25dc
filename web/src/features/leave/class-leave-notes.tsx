import { t } from '@lingui/core/macro';
import type { LeaveNote } from '@lop-xanh/contract/leave';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../lib/api-errors.ts';
import { useToday } from '../../lib/today.ts';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { PersonLink } from '../people/public.ts';
import { classLeaveQuery, useDecideLeave } from './leave.api.ts';
import classes from './leave-note.module.css';
import { formatLeaveDays, LeaveState } from './leave-note-view.tsx';

/** The leave notes of a class to be decided by its teacher, and those for the days to come. */
export function ClassLeaveNotes({ classId }: { classId: number }) {
  const { data: notes = [] } = useQuery(classLeaveQuery(classId));
  const today = useToday();
  // The roll of today shows those that are decided.
  const shown = notes.filter(
    ({ status, first_day }) => status === 'sent' || (first_day > today && status !== 'withdrawn'),
  );
  if (shown.length === 0) return null;
  return (
    <Card title={t`Đơn xin nghỉ`}>
      <ul className={classes.notes}>
        {shown.map((note) => (
          <ClassLeaveNote key={note.id} note={note} />
        ))}
      </ul>
    </Card>
  );
}

function ClassLeaveNote({ note }: { note: LeaveNote }) {
  const { mutate: decide, isPending } = useDecideLeave();
  const { id, full_name: name, sent_by: sender, reason } = note;
  const submit = (status: 'accepted' | 'refused') =>
    decide(
      { id, status },
      {
        onError: (error) =>
          toast({
            kind: 'error',
            message: describeError(error, t`Chưa lưu được, hãy thử lại`),
            id: 'leave',
          }),
      },
    );
  return (
    <li className={classes.note}>
      <div className={classes.text}>
        <p className={classes.name} lang="vi">
          <PersonLink id={note.student_id} isPlain>
            {name}
          </PersonLink>
        </p>
        <p lang="vi">{reason}</p>
        <p className={classes.soft}>
          {formatLeaveDays(note)} · <span lang="vi">{sender}</span>
        </p>
      </div>
      <div className={classes.buttons}>
        {note.can.decide && note.status === 'sent' ? (
          <>
            <Button
              variant="default"
              disabled={isPending}
              aria-label={t`Từ chối đơn của ${name}`}
              onClick={() => submit('refused')}
            >
              {t`Từ chối`}
            </Button>
            <Button
              variant="light"
              disabled={isPending}
              aria-label={t`Chấp nhận đơn của ${name}`}
              onClick={() => submit('accepted')}
            >
              {t`Chấp nhận`}
            </Button>
          </>
        ) : (
          <LeaveState status={note.status} />
        )}
      </div>
    </li>
  );
}
