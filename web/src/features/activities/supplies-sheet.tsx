import { t } from '@lingui/core/macro';
import type { Grade } from '@lop-xanh/contract/classes';
import { createPortal } from 'react-dom';
import { translateGrade } from '../../language/grade-name.ts';
import { useUser } from '../../lib/current-user.ts';
import { withKeys } from '../../lib/with-keys.ts';
import { printOnly } from '../../ui/print-only.ts';
import { TextItems } from '../../ui/text-items.tsx';
import type { ActivityWeek } from './activities.api.ts';
import classes from './supplies-sheet.module.css';

/** Visible only in print, where it replaces the whole page. */
export function SuppliesSheet({ grade, weeks }: { grade: Grade; weeks: readonly ActivityWeek[] }) {
  const { school_name, class_name: name } = useUser();
  const subtitle = [school_name, name && t`Lớp ${name}`, translateGrade(grade.name)].filter(
    Boolean,
  );
  const range = formatRange(weeks);
  return createPortal(
    <div className={classes.sheet} ref={printOnly}>
      <header className={classes.header}>
        <h1>{t`Danh sách học cụ · ${range}`}</h1>
        <p>{subtitle.join(' · ')}</p>
      </header>
      {weeks.map(({ week, entries }) => (
        <section key={week} className={classes.week}>
          <h2>{t`Tuần ${week}`}</h2>
          {withKeys(entries, ({ title }) => title).map(({ key, item: { title, items } }) => (
            <div key={key} className={classes.entry}>
              <h3>{title}</h3>
              {items.length === 0 ? (
                <p>{t`Không cần học cụ`}</p>
              ) : (
                <ul>
                  <TextItems lines={items} />
                </ul>
              )}
            </div>
          ))}
        </section>
      ))}
    </div>,
    document.body,
  );
}

function formatRange(weeks: readonly ActivityWeek[]): string {
  const [week = 0, last = week] = [weeks[0]?.week, weeks.at(-1)?.week];
  return week === last ? t`Tuần ${week}` : t`Tuần ${week} đến ${last}`;
}
