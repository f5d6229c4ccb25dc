import { t } from '@lingui/core/macro';
import { useClassLetters } from './families.api.ts';
import { LettersDialog } from './letters-dialog.tsx';

interface Props {
  classId: number;
  className: string;
  onClose: () => void;
}

/** Letters for the parents of a class who have not chosen their own password. */
export function ClassLettersDialog({ classId, className: name, onClose }: Props) {
  return (
    <LettersDialog
      title={t`Thư cho phụ huynh lớp ${name}`}
      explanation={t`Thư dành cho những phụ huynh chưa tự đặt mật khẩu. Họ nhận mật khẩu lần đầu mới, và thư đã in trước đây không dùng được nữa.`}
      creation={useClassLetters(classId)}
      onClose={onClose}
    />
  );
}
