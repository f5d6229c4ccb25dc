import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatRelativeTime } from '../../language/relative-time.ts';
import { useStaleData } from '../../lib/stale-data.ts';
import classes from './notice-bar.module.css';

const updateIntervalMs = 60_000;

/** Says how old the page is while the server does not send a newer one. */
export function StaleNotice() {
  const { receivedAt, refetch } = useStaleData();
  const [, setUpdates] = useState(0);
  useEffect(() => {
    if (receivedAt === null) return;
    const timer = setInterval(() => setUpdates((updates) => updates + 1), updateIntervalMs);
    return () => clearInterval(timer);
  }, [receivedAt]);
  const age = receivedAt && formatRelativeTime(new Date(receivedAt).toISOString());
  return (
    <div role="status">
      {age && (
        <p className={classes.bar}>
          <IconCloudOff size={20} aria-hidden />
          <span className={classes.text}>{t`Cập nhật ${age}`}</span>
          <Button size="compact-md" variant="default" onClick={refetch}>
            {t`Thử lại`}
          </Button>
        </p>
      )}
    </div>
  );
}
