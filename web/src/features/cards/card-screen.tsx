import { t } from '@lingui/core/macro';
import { IconKeyboard, IconQrcode } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { setScannedCard } from '../../lib/scanned-card.ts';
import { Brand } from '../../ui/brand.tsx';
import classes from './card-screen.module.css';

interface Props {
  /** Offers to scan another card; otherwise to log in with a password. */
  canScan?: boolean;
  children: ReactNode;
}

/** The frame of every step of a login by card. */
export function CardScreen({ canScan = false, children }: Props) {
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <Brand />
        {canScan ? (
          <button type="button" className={classes.other} onClick={() => setScannedCard(null)}>
            <IconQrcode size={22} aria-hidden />
            {t`Quét thẻ khác`}
          </button>
        ) : (
          <Link to={paths.login} className={classes.other}>
            <IconKeyboard size={22} aria-hidden />
            {t`Dùng mật khẩu`}
          </Link>
        )}
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  );
}
