import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { Link } from '../../lib/routing/link.tsx';
import { useToday } from '../../lib/today.ts';
import { AttendanceCounts } from './attendance-mark.tsx';
import classes from './sheet.module.css';
import { SheetDate } from './sheet-date.tsx';
import { type RollProps, useRoll } from './use-roll.ts';
import { useRollLink } from './use-roll-mode.ts';

/** Leads to the roll, a mode of its own on a phone. */
export function RollStart(props: RollProps) {
  const { week } = props.sheetId;
  const { name: className } = props.schoolClass;
  const today = useToday();
  const { sheet, counts } = useRoll(props);
  return (
    <section className={classes.sheet} aria-label={t`Điểm danh tuần ${week}`}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {t`Lớp ${className} · Tuần ${week}`} <SheetDate date={sheet.chosenDate ?? today} />
        </h2>
      </div>
      <div className={classes.foot}>
        <AttendanceCounts {...counts} />
        <Button
          component={Link}
          to={useRollLink(week)}
          fullWidth
          leftSection={<IconChecklist size={20} aria-hidden />}
        >
          {sheet.isUnmarked ? t`Điểm danh` : t`Điểm danh tiếp`}
        </Button>
      </div>
    </section>
  );
}
