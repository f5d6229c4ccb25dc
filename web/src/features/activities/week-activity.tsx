import type { WeekEntry } from '@lop-xanh/contract/lessons';
import { keyed } from '../../lib/keyed.ts';
import { Card } from '../../ui/card.tsx';
import { Lines } from '../../ui/lines.tsx';
import type { ActivityWeek } from './activities.api.ts';
import classes from './activities-page.module.css';

export function TopicCard({ week }: { week: ActivityWeek }) {
  return (
    <Card title="Topic">
      <EachEntry
        week={week}
        linesOf={({ outline }) => outline}
        none="Tuần này chưa có dàn ý"
        isOrdered
      />
    </Card>
  );
}

export function ItemsCard({ week }: { week: ActivityWeek }) {
  return (
    <Card title="Items">
      <EachEntry week={week} linesOf={({ items }) => items} none="Tuần này không cần học cụ" />
    </Card>
  );
}

interface Props {
  week: ActivityWeek;
  linesOf: (entry: WeekEntry) => readonly string[];
  none: string;
  isOrdered?: boolean;
}

function EachEntry({ week, linesOf, none, isOrdered = false }: Props) {
  const List = isOrdered ? 'ol' : 'ul';
  return keyed(week.entries, ({ title }) => title).map(({ key, thing: entry }) => {
    const lines = linesOf(entry);
    return (
      <div key={key} className={classes.entry}>
        <h3>{entry.title}</h3>
        {lines.length === 0 ? (
          <p className={classes.none}>{none}</p>
        ) : (
          <List>
            <Lines lines={lines} />
          </List>
        )}
      </div>
    );
  });
}
