import { t } from '@lingui/core/macro';
import type { AccountStatus } from '@lop-xanh/contract/account-fields';
import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { SelectionOutcome } from '@lop-xanh/contract/selected-accounts';
import { useState } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import type { ClassCards } from '../cards/public.ts';
import {
  useIssueSelectedCards,
  useResetSelected,
  useSetSelectedStatus,
} from './selected-accounts.api.ts';

/** Each asks first, and says what was done and what was not. */
export function useSelectionActions(ids: number[], onChoose: (ids: number[]) => void) {
  const count = ids.length;
  const submission = useSubmissionKey();
  const [isBusy, setIsBusy] = useState<'status' | 'cards'>();
  const [resetDone, setResetDone] = useState<number>();
  const [outcome, setOutcome] = useState<SelectionOutcome>();
  const [issued, setIssued] = useState<IssuedPassword[]>();
  const [sheets, setSheets] = useState<ClassCards[]>();
  const { mutateAsync: sendStatus } = useSetSelectedStatus();
  const { mutateAsync: sendReset } = useResetSelected();
  const { mutateAsync: sendCards } = useIssueSelectedCards();

  const run = async (name: typeof isBusy, work: (key: string) => Promise<void>) => {
    setIsBusy(name);
    try {
      await work(submission.getKeyFor([name, ids]));
      submission.reset();
    } catch (error) {
      toast({ kind: 'error', message: describeError(error, t`Chưa lưu được, hãy thử lại`) });
    }
    setIsBusy(undefined);
  };
  const show = (result: SelectionOutcome, describe: (done: number) => string) => {
    if (result.done > 0) toast({ kind: 'success', message: describe(result.done) });
    if (result.skipped.length > 0) setOutcome(result);
  };

  const changeStatus = async (status: AccountStatus) => {
    const isLocked = status === 'inactive';
    const isConfirmed = await askToConfirm({
      title: isLocked ? t`Khóa ${count} tài khoản?` : t`Mở lại ${count} tài khoản?`,
      message: isLocked
        ? t`Họ sẽ bị đăng xuất khỏi mọi thiết bị và không đăng nhập được nữa. Dữ liệu vẫn còn, và có thể mở lại.`
        : t`Họ lại đăng nhập được bằng mật khẩu cũ.`,
      confirmLabel: isLocked ? t`Khóa` : t`Mở lại`,
      isDanger: isLocked,
    });
    if (!isConfirmed) return;
    await run('status', async (key) =>
      show(await sendStatus({ body: { ids, status }, key: `${key}${status}` }), (done) =>
        isLocked ? t`Đã khóa ${done} tài khoản` : t`Đã mở lại ${done} tài khoản`,
      ),
    );
  };
  const reset = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Đặt lại mật khẩu của ${count} người?`,
      message: t`Họ sẽ bị đăng xuất và nhận mật khẩu tạm thời. Hãy in ngay sau đó.`,
      confirmLabel: t`Đặt lại`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    setResetDone(0);
    const result = await sendReset({ ids, onProgress: setResetDone });
    setResetDone(undefined);
    const { accounts, remaining, error } = result;
    if (remaining.length > 0) {
      const done = ids.length - remaining.length;
      const message =
        done === 0
          ? describeError(error, t`Chưa lưu được, hãy thử lại`)
          : t`Mới đặt lại được cho ${done} người. In xong hãy đặt lại cho những người còn được chọn.`;
      toast({ kind: 'error', message });
      onChoose(remaining);
    }
    if (accounts.length > 0) setIssued(accounts);
    if (result.skipped.length > 0) setOutcome(result);
  };
  const issueCards = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Tạo thẻ mới cho ${count} học sinh?`,
      message: t`Thẻ cũ của các em sẽ không dùng được nữa. Ba hình và mật khẩu vẫn giữ nguyên.`,
      confirmLabel: t`Tạo thẻ để in`,
    });
    if (!isConfirmed) return;
    await run('cards', async (key) => {
      const { sheets: issuedSheets, ...result } = await sendCards({ body: { ids }, key });
      const isMissing = issuedSheets.length === 0 && result.done > 0;
      if (isMissing)
        toast({ kind: 'error', message: t`Mã trên thẻ chỉ hiện một lần, hãy tạo thẻ lại` });
      else if (result.done > 0) {
        setSheets(issuedSheets.map(({ class_id, ...sheet }) => ({ ...sheet, classId: class_id })));
      }
      if (result.skipped.length > 0) setOutcome(result);
    });
  };
  return {
    isBusy,
    resetDone,
    changeStatus,
    reset,
    issueCards,
    show,
    issued,
    sheets,
    closeIssued: () => {
      setIssued(undefined);
      setSheets(undefined);
    },
    outcome,
    closeOutcome: () => setOutcome(undefined),
  };
}
