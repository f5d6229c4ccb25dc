import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../language/messages.ts';
import { ApiError, getServerMessage } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import { useReopenedSeq } from '../../lib/outbox/use-reopened.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { showAlert } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { getRecords, refreshClass } from './attendance.api.ts';
import { type CorrectionAction, describeConflict } from './correction-action.ts';
import { clearCorrectionDraft } from './correction-draft.ts';
import { correctionFeature } from './correction-sender.ts';
import type { SheetId } from './sheet-draft.ts';

/** After these the same correction can never succeed. */
const finalStatuses: readonly number[] = [403, 404, 409];

/** Submits a correction through the outbox. */
export function useCorrectionSubmission(
  sheetId: SheetId,
  schoolClass: SchoolClass,
  onDone: () => void,
) {
  const client = useQueryClient();
  const outbox = useOutbox();
  const submission = useSubmissionKey();
  const replaces = useReopenedSeq();
  const { full_name } = useUser();
  const [isSending, setIsSending] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const { classId, week } = sheetId;

  const submit = async (records: CorrectionAction['records'], reason: string) => {
    setErrorMessage(null);
    setIsSending(true);
    const action: CorrectionAction = {
      classId,
      className: schoolClass.name,
      week,
      records,
      reason,
      by: full_name,
    };
    try {
      const key = submission.getKeyFor({ records, reason });
      const outcome = await outbox.submit(correctionFeature, action, { key, replaces });
      if (outcome === 'waiting') toast({ kind: 'kept', message: messages.attendance.unreachable });
      else toast({ kind: 'success', message: t`Đã sửa điểm danh` });
      clearCorrectionDraft(sheetId);
      onDone();
    } catch (error) {
      await handleError(error, action);
    }
    setIsSending(false);
  };

  const handleError = async (error: unknown, action: CorrectionAction) => {
    const status = error instanceof ApiError ? error.status : 0;
    const message = getServerMessage(error, messages.attendance.saveFailed(status));
    setErrorMessage(message);
    if (!finalStatuses.includes(status)) return;
    // The sheet is about to show what it says now, so show the correction one last time.
    clearCorrectionDraft(sheetId);
    await refreshClass(client, classId);
    const text = describeConflict(action, getRecords(client, action)).join('\n\n');
    await showAlert({ title: message, message: text });
    onDone();
  };

  return { submit, isSending, errorMessage };
}
