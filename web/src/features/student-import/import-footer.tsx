import { t } from '@lingui/core/macro';
import type { ImportCheck } from '@lop-xanh/contract/student-import';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { formatCount } from '../../language/format-count.ts';
import classes from './import-page.module.css';

interface Props {
  check: ImportCheck;
  isChecking: boolean;
  isStarting: boolean;
  onWrite: () => void;
}

/** How far the import is, and its last button. */
export function ImportFooter({ check, isChecking, isStarting, onWrite }: Props) {
  const { sheets, counts, open } = check;
  const lists = sheets.filter(({ isList }) => isList).length;
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows, 0);
  const count = counts.created + counts.changed;
  const shown = { rows: formatCount(rows), count: formatCount(count) };
  const steps = [
    { name: t`Đọc`, detail: t`${lists} trang`, state: 'done' },
    { name: t`Kiểm tra`, detail: t`${shown.rows} dòng`, state: isChecking ? 'running' : 'done' },
    {
      name: t`Sửa`,
      detail: open > 0 ? t`còn ${open} việc` : t`xong`,
      state: open > 0 ? 'open' : 'done',
    },
    { name: t`Ghi`, detail: t`${shown.count} học sinh`, state: 'waiting' },
  ];
  const hasNothing = count === 0 && counts.parents === 0;
  return (
    <footer className={classes.footer}>
      <ol className={classes.steps}>
        {steps.map(({ name, detail, state }) => (
          <li key={name} data-state={state}>
            <strong>{name}</strong> {detail}
          </li>
        ))}
      </ol>
      <Button
        size="md"
        disabled={open > 0 || isChecking || hasNothing}
        loading={isStarting}
        leftSection={open > 0 && <IconLock size={20} aria-hidden />}
        onClick={onWrite}
      >
        {open > 0
          ? t`Ghi ${shown.count} học sinh · còn ${open} việc`
          : hasNothing
            ? t`Không có gì thay đổi`
            : t`Ghi ${shown.count} học sinh`}
      </Button>
    </footer>
  );
}
