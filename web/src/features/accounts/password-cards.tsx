import { t } from '@lingui/core/macro';
import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import { createPortal } from 'react-dom';
import { printOnly } from '../../ui/print-only.ts';
import classes from './password-cards.module.css';

interface Props {
  accounts: readonly IssuedPassword[];
  schoolName: string;
}

/** Print only: one card per account, to cut out and hand over. */
export function PasswordCards({ accounts, schoolName }: Props) {
  return createPortal(
    <ul className={classes.sheet} ref={printOnly}>
      {accounts.map(({ id, full_name, username, class_name, password }) => (
        <li key={id} className={classes.card}>
          <p className={classes.place}>
            {['Lớp Xanh', schoolName, class_name && t`Lớp ${class_name}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className={classes.name} lang="vi">
            {full_name}
          </p>
          <dl className={classes.facts}>
            <dt>{t`Trang web`}</dt>
            <dd>{window.location.host}</dd>
            <dt>{t`Tên đăng nhập`}</dt>
            <dd className={classes.typed}>{username}</dd>
            <dt>{t`Mật khẩu tạm thời`}</dt>
            <dd className={classes.typed}>{password}</dd>
          </dl>
          <p className={classes.place}>{t`Em hãy đổi mật khẩu khi đăng nhập và giữ kín nhé.`}</p>
        </li>
      ))}
    </ul>,
    document.body,
  );
}
