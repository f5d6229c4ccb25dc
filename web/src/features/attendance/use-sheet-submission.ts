import type { SchoolClass } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { limits } from '@lop-xanh/contract/rules/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-errors.ts';
import { useChoices } from '../../lib/choices.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { today } from '../../lib/today.ts';
import { alert, confirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { refreshClass } from './attendance.api.ts';
import { clearRollDraft, type RollId } from './sheet-draft.ts';
import { absentWords, type RollAct, rollFeature } from './sheet-sender.ts';

/** Asks, keeps the roll on the device, and sends it; a refusal leaves the marks on the screen. */
export function useRollSubmission(roll: RollId, schoolClass: SchoolClass) {
  const client = useQueryClient();
  const outbox = useOutbox();
  const submission = useSubmissionKey();
  const { choose } = useChoices();
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { classId, schoolYear, week } = roll;

  const submit = async (chosenDate: string | null, students: RollAct['students']) => {
    const isSure = await confirm({
      title: `Lưu điểm danh tuần ${week}?`,
      message: `${absentWords(students)} Sau khi lưu thì không sửa được nữa.`,
      confirm: 'Save attendance',
    });
    if (!isSure) return;
    setRefusal(null);
    setIsSending(true);
    // From here on this week stays chosen, also when the next one is the first that is open.
    choose({ week });
    const act: RollAct = {
      classId,
      className: schoolClass.name,
      schoolId: schoolClass.school_id,
      schoolYear,
      week,
      // The question too may have been left open overnight.
      date: chosenDate ?? today(),
      students,
    };
    try {
      const key = submission.keyFor(act);
      const outcome = await outbox.submit(rollFeature, act, { key });
      if (outcome === 'waiting') toast({ kind: 'error', message: messages.attendance.unreachable });
      else {
        const durationMs = limits.savedAttendanceMs;
        toast({ kind: 'success', message: messages.attendance.saved, durationMs });
      }
    } catch (error) {
      await refuse(error, students);
    }
    setIsSending(false);
  };

  const refuse = async (error: unknown, students: RollAct['students']) => {
    const status = error instanceof ApiError ? error.status : 0;
    const words = messageOf(error, messages.attendance.saveFailed(status));
    setRefusal(words);
    if (status === 409) {
      // Somebody was faster: their sheet is shown, and what was marked here is told once more.
      clearRollDraft(roll);
      await alert({ title: words, message: `Trên máy này: ${absentWords(students)}` });
    }
    await refreshClass(client, classId);
  };

  return { submit, isSending, refusal };
}
