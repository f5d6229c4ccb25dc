import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { formatRelativeTime } from '../../language/relative-time.ts';
import { useUser } from '../../lib/current-user.ts';
import { useStaleData } from '../../lib/stale-data.ts';
import { describeRole } from './describe-role.ts';
import classes from './header.module.css';

const updateIntervalMs = 60_000;

/** Greets the user. While the server does not send a newer page, says how old this one is, which moves nothing. */
export function Greeting({ isMobile }: { isMobile: boolean }) {
  const user = useUser();
  const { first_name: firstName, full_name: fullName } = user;
  const { receivedAt, refetch } = useStaleData();
  const age = useAge(receivedAt);
  const hello = isMobile ? t`Chào ${firstName}!` : t`Xin chào, ${firstName}`;
  return (
    <div className={classes.greeting} role="status">
      {age ? (
        <button type="button" className={classes.stale} onClick={refetch}>
          <span className={classes.hello}>{hello}</span>
          <span className={classes.role}>{t`Cập nhật ${age}`}</span>
          <span className={classes.retry}>{t`Thử lại`}</span>
        </button>
      ) : (
        <>
          <p className={classes.hello}>{hello}</p>
          {isMobile && (
            <>
              <p className={classes.role}>{fullName}</p>
              <p className={classes.role}>{describeRole(user, { isShort: true })}</p>
            </>
          )}
        </>
      )}
    </div>
  );
}

function useAge(receivedAt: number | null): string | null {
  const [, setUpdates] = useState(0);
  useEffect(() => {
    if (receivedAt === null) return;
    const timer = setInterval(() => setUpdates((updates) => updates + 1), updateIntervalMs);
    return () => clearInterval(timer);
  }, [receivedAt]);
  return receivedAt === null ? null : formatRelativeTime(new Date(receivedAt).toISOString());
}
