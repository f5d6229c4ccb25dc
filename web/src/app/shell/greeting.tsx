import { t } from '@lingui/core/macro';
import { useUser } from '../../lib/current-user.ts';
import { useStaleAge } from '../../ui/use-stale-age.ts';
import { describeRole } from './describe-role.ts';
import classes from './header.module.css';

/** Greets the user. While the server does not send a newer page, says how old this one is, which moves nothing. */
export function Greeting({ isMobile }: { isMobile: boolean }) {
  const user = useUser();
  const { first_name: firstName, full_name: fullName } = user;
  const { age, refetch } = useStaleAge();
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
