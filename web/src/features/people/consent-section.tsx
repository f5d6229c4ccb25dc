import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import type { StudentConsent } from '@lop-xanh/contract/consent';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { ConsentBadge, ConsentDialog, ConsentSides } from '../consent/public.ts';
import classes from './consent-section.module.css';
import { PersonSection } from './person-section.tsx';

/** What the family answered about photos, and how it is known. */
export function ConsentSection({
  account,
  consent,
}: {
  account: Account;
  consent: StudentConsent;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <PersonSection
      title={t`Đồng ý đăng ảnh`}
      action={
        consent.can.record && (
          <Button variant="subtle" onClick={() => setIsOpen(true)}>
            {t`Ghi phiếu giấy`}
          </Button>
        )
      }
    >
      <p className={classes.badge}>
        <ConsentBadge state={consent} />
      </p>
      <ConsentSides consent={consent} />
      <Suspense>
        {isOpen && <ConsentDialog student={account} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </PersonSection>
  );
}
