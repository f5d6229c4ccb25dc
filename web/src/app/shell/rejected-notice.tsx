import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useRejectedEntries } from '../../lib/outbox/use-outbox.ts';
import classes from './notice-bar.module.css';

export const RejectedActions = lazyComponent('rejected-actions', async () => {
  return (await import('./rejected-actions.tsx')).RejectedActions;
});

/** Opens by itself for each new rejection. Closing it deletes nothing: a bar reopens it. */
export function RejectedNotice() {
  const rejected = useRejectedEntries();
  // Actions are rejected in their order, so every new rejection has a higher seq.
  const [dismissedSeq, setDismissedSeq] = useState(0);
  const count = rejected.length;
  const lastSeq = rejected.at(-1)?.seq ?? 0;
  const isOpen = lastSeq > dismissedSeq;
  return (
    <>
      <div role="status">
        {count > 0 && !isOpen && (
          <p className={classes.bar}>
            <IconCloudOff size={20} aria-hidden />
            <span className={classes.text}>{t`${count} thay đổi máy chủ không nhận.`}</span>
            <Button size="compact-md" variant="default" onClick={() => setDismissedSeq(0)}>
              {t`Xem lại`}
            </Button>
          </p>
        )}
      </div>
      <Suspense>
        {isOpen && <RejectedActions rejected={rejected} onClose={() => setDismissedSeq(lastSeq)} />}
      </Suspense>
    </>
  );
}
