import { t } from '@lingui/core/macro';
import type { ClassCount } from '@lop-xanh/contract/dashboard';
import { Link } from '../../lib/routing/link.tsx';
import classes from './class-counts.module.css';

type Props = { counts: ClassCount[] } & (
  | { onChoose: (schoolClass: ClassCount) => void; getPath?: never }
  | { getPath: (classId: number) => string; onChoose?: never }
);

/** A number for each class, which opens what is behind it. */
export function ClassCounts({ counts, onChoose, getPath }: Props) {
  if (counts.length === 0) return null;
  return (
    <ul className={classes.counts}>
      {counts.map((schoolClass) => {
        const { class_id, class_name: name, count } = schoolClass;
        const label = t`Lớp ${name}: ${count} em`;
        return (
          <li key={class_id}>
            {getPath ? (
              <Link to={getPath(class_id)} aria-label={label}>
                {name} <b>{count}</b>
              </Link>
            ) : (
              <button type="button" aria-label={label} onClick={() => onChoose(schoolClass)}>
                {name} <b>{count}</b>
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export function sumClassCounts(counts: ClassCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
