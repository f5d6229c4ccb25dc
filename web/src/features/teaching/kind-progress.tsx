import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { TaughtKind } from '@lop-xanh/contract/teaching';
import { IconTrendingUp } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import classes from './kind-progress.module.css';

/** From so many photos on, a kind is recognized well enough to begin. */
export const enoughPhotos = 10;

/** How many photos a kind has, and how many it still needs. */
export function PhotoProgress({ count }: { count: number }) {
  const missing = Math.max(0, enoughPhotos - count);
  const text = missing === 0 ? t`${count} ảnh` : t`${count} ảnh · còn ${missing} ảnh nữa`;
  return (
    <div className={classes.progress}>
      <span
        className={classes.bar}
        data-full={missing === 0 || undefined}
        style={{ '--share': Math.min(1, count / enoughPhotos) } as CSSProperties}
        aria-hidden
      />
      <span className={classes.text}>{text}</span>
    </div>
  );
}

/** How often the scanner names the kind right, before it was taught and now. */
export function KindGain({ kind }: { kind: TaughtKind }) {
  if (kind.right_before === null || kind.right_now === null) return null;
  const before = formatShare(kind.right_before);
  const now = formatShare(kind.right_now);
  const isBetter = kind.right_now > kind.right_before;
  return (
    <p className={classes.gain} data-better={isBetter || undefined}>
      {isBetter && <IconTrendingUp size={20} aria-hidden />}
      {t`Nhận đúng: trước ${before}, nay ${now}`}
    </p>
  );
}

function formatShare(share: number): string {
  return share.toLocaleString(i18n.locale, { style: 'percent' });
}
