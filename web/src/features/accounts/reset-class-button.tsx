import { t } from '@lingui/core/macro';
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
  const { name, student_count } = schoolClass;
  const [issued, setIssued] = useState<IssuedPassword[]>();
  const { reset, isResetting } = useClassPasswordReset(setIssued);
  return (
    <>
      <ActionIcon
        variant="subtle"
        aria-label={t`Đặt lại mật khẩu cả lớp ${name}`}
        title={t`Đặt lại mật khẩu cả lớp`}
        loading={isResetting}
        disabled={student_count === 0}
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
