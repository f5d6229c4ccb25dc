import type { Grade } from '@lop-xanh/contract/classes';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import type { ActivityWeek } from './activities.api.ts';
import classes from './activities-page.module.css';
import { SuppliesSheet } from './supplies-sheet.tsx';

interface Props {
  grade: Grade;
  weeks: readonly ActivityWeek[];
  /** Both ends of the range at first. */
  week: number;
}

/** What to bring in a week or several, on paper. */
export function SuppliesPrinting({ grade, weeks, week }: Props) {
  const [from, setFrom] = useState(week);
  const [to, setTo] = useState(week);
  const first = Math.min(from, to);
  const last = Math.max(from, to);
  const choices = weeks.map((one) => ({ value: String(one.week), label: `Tuần ${one.week}` }));
  return (
    <>
      <Card title="In danh sách học cụ">
        <div className={classes.range}>
          <NativeSelect
            label="Từ tuần"
            data={choices}
            value={String(from)}
            onChange={(event) => setFrom(Number(event.currentTarget.value))}
          />
          <NativeSelect
            label="Đến tuần"
            data={choices}
            value={String(to)}
            onChange={(event) => setTo(Number(event.currentTarget.value))}
          />
          <Button
            variant="light"
            leftSection={<IconPrinter size={20} aria-hidden />}
            onClick={() => window.print()}
          >
            In danh sách
          </Button>
        </div>
      </Card>
      <SuppliesSheet
        grade={grade}
        weeks={weeks.filter(({ week }) => week >= first && week <= last)}
      />
    </>
  );
}
