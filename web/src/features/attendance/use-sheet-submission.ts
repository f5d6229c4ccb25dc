import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { limits } from '@lop-xanh/contract/rules/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../language/messages.ts';
import { ApiError, getServerMessage } from '../../lib/api-errors.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import { useReopenedSeq } from '../../lib/outbox/use-reopened.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { today } from '../../lib/today.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { celebrate } from '../../ui/celebrate.ts';
import { askToConfirm, showAlert } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { refreshClass } from './attendance.api.ts';
import { listDoubts } from './sheet-doubts.ts';
import { clearSheetDraft, type SheetId } from './sheet-draft.ts';
import { describeAbsences, type SheetAction, sheetFeature } from './sheet-sender.ts';
import type { ClassWeeksState } from './use-class-weeks.ts';

/**
 * Submits a sheet through the outbox after a confirmation, which says what may be a mistake. The marks stay
 * if the teacher cancels it, or if the server rejects the sheet.
 */
export function useSheetSubmission(
  sheetId: SheetId,
  schoolClass: SchoolClass,
  classWeeks: ClassWeeksState,
) {
  const client = useQueryClient();
  const outbox = useOutbox();
  const submission = useSubmissionKey();
  const replaces = useReopenedSeq();
  const { choose } = useUrlParams();
  const [isSending, setIsSending] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const { classId, schoolYear, week } = sheetId;

  const submit = async (chosenDate: string | null, students: SheetAction['students']) => {
    const doubts = listDoubts({ week, date: chosenDate ?? today() }, classWeeks);
    const hasDoubts = doubts.length > 0;
    const days = limits.correctionDays;
    const isConfirmed = await askToConfirm({
      title: hasDoubts ? t`Vẫn lưu điểm danh tuần ${week}?` : t`Lưu điểm danh tuần ${week}?`,
      message: [
        ...doubts,
        `${describeAbsences(students)} ${t`Sau khi lưu, bạn sửa được trong ${days} ngày.`}`,
      ].join('\n\n'),
      confirmLabel: hasDoubts ? t`Vẫn lưu` : t`Lưu điểm danh`,
      isDanger: hasDoubts,
    });
    if (!isConfirmed) return;
    setErrorMessage(null);
    setIsSending(true);
    // Keeps this week selected when the next one becomes the first open week.
    choose({ week });
    const action: SheetAction = {
      classId,
      className: schoolClass.name,
      schoolId: schoolClass.school_id,
      schoolYear,
      week,
      // Read after the confirmation, which may have been left open overnight.
      date: chosenDate ?? today(),
      students,
    };
    try {
      const key = submission.getKeyFor(action);
      const outcome = await outbox.submit(sheetFeature, action, { key, replaces });
      if (outcome === 'waiting') toast({ kind: 'kept', message: messages.attendance.unreachable });
      else {
        const durationMs = limits.savedAttendanceNoticeMs;
        toast({ kind: 'success', message: messages.attendance.saved, durationMs });
        void celebrate();
      }
    } catch (error) {
      await handleError(error, students);
    }
    setIsSending(false);
  };

  const handleError = async (error: unknown, students: SheetAction['students']) => {
    const status = error instanceof ApiError ? error.status : 0;
    const message = getServerMessage(error, messages.attendance.saveFailed(status));
    setErrorMessage(message);
    if (status === 409) {
      // Another sheet was saved first and replaces this one, so show the marks one last time.
      clearSheetDraft(sheetId);
      const absences = describeAbsences(students);
      await showAlert({ title: message, message: t`Trên máy này: ${absences}` });
    }
    await refreshClass(client, classId);
  };

  return { submit, isSending, errorMessage };
}
