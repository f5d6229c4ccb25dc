import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { ActionIcon } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { HandedPasswords } from './issued-passwords.tsx';
import { useClassReset } from './use-reset.ts';

interface Props {
  schoolClass: SchoolClass;
  schoolName: string;
}

/** New passwords for a whole class, on one sheet of cards. */
export function ResetClassButton({ schoolClass, schoolName }: Props) {
  const [handed, setHanded] = useState<IssuedPassword[]>();
  const { reset, isResetting } = useClassReset(setHanded);
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
      {handed && (
        <HandedPasswords
          accounts={handed}
          schoolName={schoolName}
          onClose={() => setHanded(undefined)}
        />
      )}
    </>
  );
}
