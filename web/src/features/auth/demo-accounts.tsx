import { t } from '@lingui/core/macro';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type { site } from '@lop-xanh/contract/site';
import { getRoleName } from '../../language/role-names.ts';
import classes from './demo-accounts.module.css';
import type { Credentials } from './login-form.tsx';

interface Props {
  demo: NonNullable<ResponseOf<typeof site.welcome>['demo']>;
  onChoose: (credentials: Credentials) => void;
}

/** One click fills in the login form. */
export function DemoAccounts({ demo: { accounts, password }, onChoose }: Props) {
  return (
    <section className={classes.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts" className={classes.title}>
        {t`Tài khoản dùng thử`}
      </h2>
      <p>{t`Mật khẩu chung: ${password}. Chọn một tài khoản để điền sẵn:`}</p>
      <div className={classes.accounts}>
        {accounts.map(({ username, role }) => (
          <button
            key={username}
            type="button"
            className={classes.account}
            onClick={() => onChoose({ username, password })}
          >
            <strong>{username}</strong> {getRoleName(role)}
          </button>
        ))}
      </div>
    </section>
  );
}
