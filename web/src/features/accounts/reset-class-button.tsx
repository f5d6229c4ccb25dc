import { t } from '@lingui/core/macro';
import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { ActionIcon, Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { IssuedPasswordsDialog } from './issued-passwords.tsx';
import { useClassPasswordReset } from './use-password-reset.ts';

interface Props {
  schoolClass: SchoolClass;
  schoolName: string;
  /** Says in words what it does, instead of an icon in a row. */
  hasLabel?: boolean;
}

/** Issues new passwords to a whole class. */
export function ResetClassButton({ schoolClass, schoolName, hasLabel = false }: Props) {
  const { name, student_count } = schoolClass;
  const [issued, setIssued] = useState<IssuedPassword[]>();
  const { reset, isResetting } = useClassPasswordReset(setIssued);
  const props = {
    loading: isResetting,
    disabled: student_count === 0,
    onClick: () => void reset(schoolClass),
  };
  return (
    <>
      {hasLabel ? (
        <Button variant="default" leftSection={<IconKey size={20} aria-hidden />} {...props}>
          {t`Mật khẩu mới cho cả lớp…`}
        </Button>
      ) : (
        <ActionIcon
          variant="subtle"
          aria-label={t`Đặt lại mật khẩu cả lớp ${name}`}
          title={t`Đặt lại mật khẩu cả lớp`}
          {...props}
        >
          <IconKey size={22} />
        </ActionIcon>
      )}
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
