import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { useParentLetter } from './families.api.ts';
import { LettersDialog } from './letters-dialog.tsx';

/** A letter for one parent, even if they have chosen their own password. */
export function ParentLetterDialog({ parent, onClose }: { parent: Account; onClose: () => void }) {
  const { full_name: name } = parent;
  return (
    <LettersDialog
      title={t`Thư cho phụ huynh ${name}`}
      explanation={t`${name} nhận mật khẩu lần đầu mới và bị đăng xuất khỏi mọi thiết bị. Mật khẩu cũ và thư đã in trước đây không dùng được nữa.`}
      creation={useParentLetter(parent)}
      onClose={onClose}
    />
  );
}
