import { t } from '@lingui/core/macro';
import type { Certificate } from '@lop-xanh/contract/privacy';
import { listKept, listRemoved } from './count-labels.ts';
import classes from './erasure-counts.module.css';

/** What an erasure removes, and what it keeps without a name and why. */
export function ErasureCounts({ removed, kept }: Pick<Certificate, 'removed' | 'kept'>) {
  return (
    <div className={classes.columns}>
      <Counts title={t`Bị xóa`} counts={listRemoved(removed)} />
      <Counts title={t`Còn lại, không có tên`} counts={listKept(kept)} />
    </div>
  );
}

interface CountsProps {
  title: string;
  counts: { kind: string; label: string; count: number; reason?: string }[];
}

function Counts({ title, counts }: CountsProps) {
  if (counts.length === 0) return null;
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.counts}>
        {counts.map(({ kind, label, count, reason }) => (
          <div key={kind} className={classes.count}>
            <dt>
              {label}
              {reason && <span className={classes.reason}>{reason}</span>}
            </dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
