import { t } from '@lingui/core/macro';
import type { CardState } from '@lop-xanh/contract/cards';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { classCardsQuery } from './cards.api.ts';
import { useCardIssue } from './issue-cards.ts';
import type { IssuedSheets } from './print-cards-dialog.tsx';

/** Issues a card to one student, once confirmed if it replaces another. */
export function useCardPrint(onIssued: (issued: IssuedSheets) => void) {
  const { issueAll, progress } = useCardIssue();
  const print = async (classId: number, card: CardState) => {
    const { student_id: id, full_name: name, issuedAt } = card;
    const question = {
      title: t`In thẻ mới cho ${name}?`,
      message: t`Thẻ cũ sẽ không dùng được nữa. Ba hình và mật khẩu vẫn giữ nguyên.`,
      confirmLabel: t`Tạo thẻ mới`,
    };
    if (issuedAt !== null && !(await askToConfirm(question))) return;
    const { sheets, error } = await issueAll({
      classIds: [classId],
      students: [id],
      givePictures: false,
    });
    if (sheets.length > 0) return onIssued({ sheets, error: null });
    toast({ kind: 'error', message: describeError(error, t`Chưa tạo được thẻ, hãy thử lại`) });
  };
  return { print, isPrinting: progress !== null };
}

/** The same where the state of the card is not at hand. */
export function useStudentCardPrint(onIssued: (issued: IssuedSheets) => void) {
  const client = useQueryClient();
  const { print, isPrinting } = useCardPrint(onIssued);
  const [isReading, setIsReading] = useState(false);
  const printOf = async (classId: number, studentId: number) => {
    setIsReading(true);
    try {
      const { cards } = await client.fetchQuery(classCardsQuery(classId));
      const card = cards.find(({ student_id }) => student_id === studentId);
      if (card) await print(classId, card);
    } catch (error) {
      toast({ kind: 'error', message: describeError(error, t`Chưa tạo được thẻ, hãy thử lại`) });
    } finally {
      setIsReading(false);
    }
  };
  return { print: printOf, isPrinting: isPrinting || isReading };
}
