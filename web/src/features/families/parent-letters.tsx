import { t } from '@lingui/core/macro';
import type { ParentLetter } from '@lop-xanh/contract/families';
import { limits } from '@lop-xanh/contract/rules/limits';
import { IconScissors } from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import { paths } from '../../lib/paths.ts';
import { Brand } from '../../ui/brand.tsx';
import { printOnly } from '../../ui/print-only.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { listClasses } from './letter-text.ts';
import classes from './parent-letters.module.css';

interface Props {
  letters: readonly ParentLetter[];
  schoolName: string;
}

/** Print only: two letters to a page, to cut apart and send home. The QR code has no secret. */
export function ParentLetters({ letters, schoolName }: Props) {
  return createPortal(
    <div className={classes.sheet} ref={printOnly}>
      {letters.map((letter) => (
        <Letter key={letter.id} letter={letter} schoolName={schoolName} />
      ))}
    </div>,
    document.body,
  );
}

function Letter({ letter, schoolName }: { letter: ParentLetter; schoolName: string }) {
  const { full_name, username, password, children } = letter;
  const { origin, host } = window.location;
  const { temporaryPasswordDays: days, minOwnPasswordLength: min } = limits;
  return (
    <article className={classes.letter}>
      <header className={classes.head}>
        <p>
          <strong lang="vi">{schoolName}</strong>
          <br />
          {listClasses(children)}
        </p>
        <Brand className={classes.brand} />
      </header>
      <h1 className={classes.title}>{t`Kính gửi phụ huynh ${full_name}`}</h1>
      <p>
        {t`Nhà trường mời quý phụ huynh dùng Lớp Xanh để xem tin của lớp, bài giảng và điểm danh của con:`}
      </p>
      <ul className={classes.children} lang="vi">
        {children.map(({ full_name: name, class_name }) => (
          <li key={`${name} ${class_name}`}>{class_name ? `${name} · ${class_name}` : name}</li>
        ))}
      </ul>
      <div className={classes.columns}>
        <ol className={classes.steps}>
          <li>
            {t`Quét mã bên cạnh bằng máy ảnh của điện thoại, hoặc mở trang:`}{' '}
            <span className={classes.typed}>{host}</span>
          </li>
          <li>
            {t`Đăng nhập bằng:`}
            <dl className={classes.facts}>
              <dt>{t`Tên đăng nhập`}</dt>
              <dd className={classes.typed}>{username}</dd>
              <dt>{t`Mật khẩu lần đầu`}</dt>
              <dd className={classes.typed}>{password}</dd>
            </dl>
          </li>
          <li>
            {t`Tự đặt mật khẩu mới: ít nhất ${min} ký tự, có cả chữ và số, rồi giữ kín mật khẩu đó.`}
          </li>
        </ol>
        <figure className={classes.code}>
          <QrCode text={origin + paths.login} />
          <figcaption>{t`Mã mở trang đăng nhập`}</figcaption>
        </figure>
      </div>
      <p className={classes.note}>
        {t`Mật khẩu lần đầu dùng được trong ${days} ngày. Cần giúp đỡ, quý phụ huynh hãy hỏi giáo viên chủ nhiệm.`}
      </p>
      <IconScissors className={classes.scissors} size={16} aria-hidden />
    </article>
  );
}
