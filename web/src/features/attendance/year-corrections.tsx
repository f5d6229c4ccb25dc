import { t } from '@lingui/core/macro';
import { listChanges } from '@lop-xanh/contract/rules/record-changes';
import { useQuery } from '@tanstack/react-query';
import { withKeys } from '../../lib/with-keys.ts';
import { weeksQuery } from './attendance.api.ts';
import { Change } from './record-corrections.tsx';
import classes from './year-corrections.module.css';

/** All corrections of a class's year by week, on the screen and on paper. */
export function YearCorrections({ classId }: { classId: number }) {
  const { data } = useQuery(weeksQuery(classId));
  const changes = (data?.weeks ?? []).flatMap(({ week, records }) =>
    records.flatMap((record) =>
      listChanges(record).map((change) => ({ ...change, week, name: record.full_name })),
    ),
  );
  if (changes.length === 0) return null;
  return (
    <section className={classes.corrections} aria-label={t`Các lần sửa`}>
      <h3 className={classes.title}>{t`Các lần sửa`}</h3>
      <ul className={classes.list}>
        {withKeys(changes, ({ at, name }) => `${at} ${name}`).map(({ key, item }) => {
          const { week, name, ...change } = item;
          return (
            <li key={key}>
              <strong>{t`Tuần ${week} · ${name}`}</strong>
              <Change change={change} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
