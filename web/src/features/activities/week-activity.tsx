import { t } from '@lingui/core/macro';
import type { WeekEntry } from '@lop-xanh/contract/lessons';
import { withKeys } from '../../lib/with-keys.ts';
import { Card } from '../../ui/card.tsx';
import { TextItems } from '../../ui/text-items.tsx';
import type { ActivityWeek } from './activities.api.ts';
import classes from './activities-page.module.css';

export function TopicCard({ week }: { week: ActivityWeek }) {
  return (
    <Card title={t`Topic`}>
      <EntryLists
        week={week}
        getLines={({ outline }) => outline}
        emptyText={t`Tuần này chưa có dàn ý`}
        isOrdered
      />
    </Card>
  );
}

export function ItemsCard({ week }: { week: ActivityWeek }) {
  return (
    <Card title={t`Items`}>
      <EntryLists
        week={week}
        getLines={({ items }) => items}
        emptyText={t`Tuần này không cần học cụ`}
      />
    </Card>
  );
}

interface Props {
  week: ActivityWeek;
  getLines: (entry: WeekEntry) => readonly string[];
  emptyText: string;
  isOrdered?: boolean;
}

function EntryLists({ week, getLines, emptyText, isOrdered = false }: Props) {
  const List = isOrdered ? 'ol' : 'ul';
  return withKeys(week.entries, ({ title }) => title).map(({ key, item: entry }) => {
    const lines = getLines(entry);
    return (
      <div key={key} className={classes.entry}>
        <h3>{entry.title}</h3>
        {lines.length === 0 ? (
          <p className={classes.empty}>{emptyText}</p>
        ) : (
          <List>
            <TextItems lines={lines} />
          </List>
        )}
      </div>
    );
  });
}
