import { t } from '@lingui/core/macro';
import {
  type AttendanceStatus,
  type AttendanceWeek,
  attendance,
} from '@lop-xanh/contract/attendance';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '../../lib/api.ts';
import type { ActionSender } from '../../lib/outbox/action-sender.ts';
import type { OutboxEntryView } from '../../lib/outbox/outbox.ts';
import type { OutboxEntry } from '../../lib/outbox/outbox-state.ts';
import { useOutboxEntries } from '../../lib/outbox/use-outbox.ts';
import { applySavedWeek } from './attendance.api.ts';
import { clearSheetDraft } from './sheet-draft.ts';

export const sheetFeature = 'attendance';

/** A queued attendance sheet, with the names as the teacher saw them. */
export interface SheetAction {
  classId: number;
  className: string;
  schoolId: number;
  schoolYear: number;
  week: number;
  date: string;
  students: readonly {
    id: number;
    full_name: string;
    status: AttendanceStatus;
    note: string;
    /** Missing in a sheet that was queued before absences could be excused. */
    isExcused?: boolean;
  }[];
}

/** Sends the attendance sheets in the outbox. The draft stays until the server has saved the sheet. */
export function createSheetSender(client: QueryClient): ActionSender {
  return {
    feature: sheetFeature,
    send: ({ action, key }) => sendSheet(action as SheetAction, key),
    onResponse: (entry, response) => {
      const { user, action } = entry as OutboxEntry<SheetAction>;
      clearSheetDraft({ user, ...action });
      applySavedWeek(client, action.classId, response as AttendanceWeek);
    },
    getLane: ({ action }) => getSheetLane(action as SheetAction),
    rebaseLaterAction: (later) => later,
  };
}

/** A correction waits for the sheet that it corrects, and for nothing else. */
export const getSheetLane = ({ classId, week }: { classId: number; week: number }) =>
  `sheet:${classId}:${week}`;

function sendSheet({ classId, schoolId, week, date, students }: SheetAction, key: string) {
  return request(attendance.save, {
    params: { id: classId },
    body: {
      week,
      date,
      students: students.map(({ id, status, note, isExcused }) => ({
        id,
        status,
        note,
        isExcused,
      })),
      school_id: schoolId,
    },
    headers: { 'idempotency-key': key },
  });
}

export function describeAbsences(students: SheetAction['students']): string {
  const absent = students.filter(({ status }) => status === 'absent');
  const count = absent.length;
  if (count === 0) return t`Cả lớp có mặt.`;
  const names = absent.map(({ full_name }) => full_name).join(', ');
  return t`Vắng ${count}: ${names}.`;
}

/** The unsent sheets of a class, and how many the server has rejected. */
export function useQueuedSheets(classId: number) {
  const outboxEntries = useOutboxEntries();
  return useMemo(() => {
    const entries = outboxEntries.filter(
      (entry): entry is OutboxEntryView & { action: SheetAction } =>
        entry.feature === sheetFeature && (entry.action as SheetAction).classId === classId,
    );
    return {
      unsent: entries
        .filter(({ rejectionMessage, isFirstAttempt }) => !rejectionMessage && !isFirstAttempt)
        .map(({ action }) => action),
      rejectedCount: entries.filter(({ rejectionMessage }) => rejectionMessage).length,
    };
  }, [outboxEntries, classId]);
}
