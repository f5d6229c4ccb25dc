import {
  type AttendanceStatus,
  type AttendanceWeek,
  attendance,
} from '@lop-xanh/contract/attendance';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '../../lib/api.ts';
import type { Sender, Shown } from '../../lib/outbox/outbox.ts';
import type { Waiting } from '../../lib/outbox/outbox-storage.ts';
import { useWaiting } from '../../lib/outbox/use-outbox.ts';
import { takeOverWeek } from './attendance.api.ts';
import { clearRollDraft } from './sheet-draft.ts';

export const rollFeature = 'attendance';

/** A roll call on its way, with the names it was called by. */
export interface RollAct {
  classId: number;
  className: string;
  schoolId: number;
  schoolYear: number;
  week: number;
  date: string;
  students: readonly { id: number; full_name: string; status: AttendanceStatus; note: string }[];
}

/** How a roll call reaches the server. Its draft stays until the server has it. */
export function rollSender(client: QueryClient): Sender {
  return {
    feature: rollFeature,
    send: ({ act, key }) => sendRoll(act as RollAct, key),
    arrived: (waiting, answer) => {
      const { user, act } = waiting as Waiting<RollAct>;
      clearRollDraft({ user, ...act });
      takeOverWeek(client, act.classId, answer as AttendanceWeek);
    },
    follow: (later) => later,
    describe: ({ act }) => {
      const { className, week, students } = act as RollAct;
      return {
        title: `Điểm danh lớp ${className}, tuần ${week}`,
        text: absentWords(students),
      };
    },
  };
}

function sendRoll({ classId, schoolId, week, date, students }: RollAct, key: string) {
  return request(attendance.save, {
    params: { id: classId },
    body: {
      week,
      date,
      students: students.map(({ id, status, note }) => ({ id, status, note })),
      school_id: schoolId,
    },
    headers: { 'idempotency-key': key },
  });
}

/** Names the absent: what a teacher looks at before and after. */
export function absentWords(students: RollAct['students']): string {
  const absent = students.filter(({ status }) => status === 'absent');
  if (absent.length === 0) return 'Cả lớp có mặt.';
  return `Vắng ${absent.length}: ${absent.map(({ full_name }) => full_name).join(', ')}.`;
}

/** The roll calls of a class that wait on this device, and those that the server then refused. */
export function useRollsOf(classId: number) {
  const waiting = useWaiting();
  return useMemo(() => {
    const rolls = waiting.filter(
      (one): one is Shown & { act: RollAct } =>
        one.feature === rollFeature && (one.act as RollAct).classId === classId,
    );
    return {
      unsent: rolls
        .filter(({ refusal, isSending }) => !refusal && !isSending)
        .map(({ act }) => act),
      refusedCount: rolls.filter(({ refusal }) => refusal).length,
    };
  }, [waiting, classId]);
}
