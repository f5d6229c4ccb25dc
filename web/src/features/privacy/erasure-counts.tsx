import { t } from '@lingui/core/macro';
import type { Certificate } from '@lop-xanh/contract/privacy';
import { explainKept, getCountLabel, listCounts } from './count-labels.ts';
import classes from './erasure-counts.module.css';

/** What an erasure removes, and what it keeps without a name and why. */
export function ErasureCounts({ removed, kept }: Pick<Certificate, 'removed' | 'kept'>) {
  return (
    <div className={classes.columns}>
      <section aria-label={t`Bị xóa`}>
        <h3 className={classes.title}>{t`Bị xóa`}</h3>
        <dl className={classes.counts}>
          {listCounts(removed).map(([kind, count]) => (
            <div key={kind} className={classes.count}>
              <dt>{getCountLabel(kind)}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-label={t`Còn lại, không có tên`}>
        <h3 className={classes.title}>{t`Còn lại, không có tên`}</h3>
        <dl className={classes.counts}>
          {listCounts(kept).map(([kind, count]) => (
            <div key={kind} className={classes.count}>
              <dt>
                {getCountLabel(kind)}
                <span className={classes.reason}>{explainKept(kind)}</span>
              </dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
