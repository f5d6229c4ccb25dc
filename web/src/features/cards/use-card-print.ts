import { t } from '@lingui/core/macro';
import type { CardState } from '@lop-xanh/contract/cards';
import { describeError } from '../../lib/api-errors.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
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
