import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyPage } from '../../lib/lazy-page.ts';
import { useRefused } from '../../lib/outbox/use-outbox.ts';
import classes from './notice-bar.module.css';

export const RefusedActions = lazyPage('refused-actions', async () => {
  return (await import('./refused-actions.tsx')).RefusedActions;
});

/** Opens by itself for each new refusal. Closing it deletes nothing: a bar leads back to it. */
export function RefusedNotice() {
  const refused = useRefused();
  // Actions are refused in their order, so every new refusal has a higher number.
  const [putOff, setPutOff] = useState(0);
  const last = refused.at(-1)?.seq ?? 0;
  const isOpen = last > putOff;
  return (
    <>
      <div role="status">
        {refused.length > 0 && !isOpen && (
          <p className={classes.bar}>
            <IconCloudOff size={20} aria-hidden />
            <span className={classes.words}>{refused.length} thay đổi máy chủ không nhận.</span>
            <Button size="compact-md" variant="default" onClick={() => setPutOff(0)}>
              Xem lại
            </Button>
          </p>
        )}
      </div>
      <Suspense>
        {isOpen && <RefusedActions refused={refused} onClose={() => setPutOff(last)} />}
      </Suspense>
    </>
  );
}
