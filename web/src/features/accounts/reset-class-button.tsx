import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { ActionIcon } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { IssuedPasswordsDialog } from './issued-passwords.tsx';
import { useClassPasswordReset } from './use-password-reset.ts';

interface Props {
  schoolClass: SchoolClass;
  schoolName: string;
}

/** Issues new passwords to a whole class. */
export function ResetClassButton({ schoolClass, schoolName }: Props) {
  const [issued, setIssued] = useState<IssuedPassword[]>();
  const { reset, isResetting } = useClassPasswordReset(setIssued);
  return (
    <>
      <ActionIcon
        variant="subtle"
        aria-label={`Đặt lại mật khẩu cả lớp ${schoolClass.name}`}
        title="Đặt lại mật khẩu cả lớp"
        loading={isResetting}
        disabled={schoolClass.student_count === 0}
        onClick={() => void reset(schoolClass)}
      >
        <IconKey size={22} />
      </ActionIcon>
      {issued && (
        <IssuedPasswordsDialog
          accounts={issued}
          schoolName={schoolName}
          onClose={() => setIssued(undefined)}
        />
      )}
    </>
  );
}
