import type { Grade } from '@lop-xanh/contract/classes';
import { createPortal } from 'react-dom';
import { keyed } from '../../lib/keyed.ts';
import { useUser } from '../../lib/visitor.ts';
import { Lines } from '../../ui/lines.tsx';
import type { ActivityWeek } from './activities.api.ts';
import classes from './supplies-sheet.module.css';

/** Only paper shows it: printing this page prints the list, and nothing of the screen around it. */
export function SuppliesSheet({ grade, weeks }: { grade: Grade; weeks: readonly ActivityWeek[] }) {
  const { school_name, class_name } = useUser();
  const place = [school_name, class_name && `Lớp ${class_name}`, grade.name].filter(Boolean);
  return createPortal(
    <div className={classes.sheet} data-print>
      <header className={classes.header}>
        <h1>Danh sách học cụ · {rangeOf(weeks)}</h1>
        <p>{place.join(' · ')}</p>
      </header>
      {weeks.map(({ week, entries }) => (
        <section key={week} className={classes.week}>
          <h2>Tuần {week}</h2>
          {keyed(entries, ({ title }) => title).map(({ key, thing: { title, items } }) => (
            <div key={key} className={classes.entry}>
              <h3>{title}</h3>
              {items.length === 0 ? (
                <p>Không cần học cụ</p>
              ) : (
                <ul>
                  <Lines lines={items} />
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

function rangeOf(weeks: readonly ActivityWeek[]): string {
  const first = weeks[0]?.week;
  const last = weeks.at(-1)?.week;
  return first === last ? `Tuần ${first}` : `Tuần ${first} đến ${last}`;
}
