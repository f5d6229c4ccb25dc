import { t } from '@lingui/core/macro';
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
  /** The initial start and end of the range. */
  week: number;
}

/** Prints the supplies for one or more weeks. */
export function PrintSupplies({ grade, weeks, week }: Props) {
  const [from, setFrom] = useState(week);
  const [to, setTo] = useState(week);
  const first = Math.min(from, to);
  const last = Math.max(from, to);
  const options = weeks.map(({ week }) => ({ value: String(week), label: t`Tuần ${week}` }));
  return (
    <>
      <Card title={t`In danh sách học cụ`}>
        <div className={classes.range}>
          <NativeSelect
            label={t`Từ tuần`}
            data={options}
            value={String(from)}
            onChange={(event) => setFrom(Number(event.currentTarget.value))}
          />
          <NativeSelect
            label={t`Đến tuần`}
            data={options}
            value={String(to)}
            onChange={(event) => setTo(Number(event.currentTarget.value))}
          />
          <Button
            variant="light"
            leftSection={<IconPrinter size={20} aria-hidden />}
            onClick={() => window.print()}
          >
            {t`In danh sách`}
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
