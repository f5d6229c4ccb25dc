import { type AttendanceWeek, attendance } from '@lop-xanh/contract/attendance';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '../../lib/api.ts';
import type { ActionSender } from '../../lib/outbox/action-sender.ts';
import type { OutboxEntryView } from '../../lib/outbox/outbox.ts';
import { useOutboxEntries } from '../../lib/outbox/use-outbox.ts';
import { applySavedWeek } from './attendance.api.ts';
import type { CorrectionAction, UnsentCorrection } from './correction-action.ts';
import { getSheetLane } from './sheet-sender.ts';

export const correctionFeature = 'corrections';

/** Sends the corrections in the outbox. */
export function createCorrectionSender(client: QueryClient): ActionSender {
  return {
    feature: correctionFeature,
    send: ({ action, key }) => sendCorrection(action as CorrectionAction, key),
    onResponse: ({ action }, response) =>
      applySavedWeek(client, (action as CorrectionAction).classId, response as AttendanceWeek),
    getLane: ({ action }) => getSheetLane(action as CorrectionAction),
    rebaseLaterAction: (later) => later,
  };
}

function sendCorrection({ classId, week, records, reason }: CorrectionAction, key: string) {
  return request(attendance.correct, {
    params: { id: classId, week },
    body: {
      records: records.map(({ student_id, status, note, isExcused, was }) => ({
        student_id,
        status,
        note,
        isExcused,
        was,
      })),
      reason,
    },
    headers: { 'idempotency-key': key },
  });
}

/** The unsent corrections of a class by week, and how many the server has rejected. */
export function useQueuedCorrections(classId: number) {
  const outboxEntries = useOutboxEntries();
  return useMemo(() => {
    const entries = outboxEntries.filter(
      (entry): entry is OutboxEntryView & { action: CorrectionAction } =>
        entry.feature === correctionFeature &&
        (entry.action as CorrectionAction).classId === classId,
    );
    const unsent = entries.filter(
      ({ rejectionMessage, isFirstAttempt }) => !rejectionMessage && !isFirstAttempt,
    );
    return {
      /** By week; a week takes no other correction until this one is sent. */
      unsentCorrections: new Map(
        unsent.map(({ action, at }): [number, UnsentCorrection] => [
          action.week,
          { ...action, at },
        ]),
      ),
      rejectedCount: entries.filter(({ rejectionMessage }) => rejectionMessage).length,
    };
  }, [outboxEntries, classId]);
}
