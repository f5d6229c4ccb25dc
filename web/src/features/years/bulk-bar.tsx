import { t } from '@lingui/core/macro';
import type { Destination } from '@lop-xanh/contract/rules/rollover';
import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from './bulk-bar.module.css';
import { DenseSelect, type SelectOptions } from './dense-select.tsx';
import { toDestination } from './destinations.ts';

interface Props {
  /** How many students are selected. */
  count: number;
  options: SelectOptions;
  onMove: (to: Destination) => void;
  onClear: () => void;
}

const nothing = '';

/** Moves the selected students at once. It stays in sight while the list scrolls. */
export function BulkBar({ count, options, onMove, onClear }: Props) {
  const [value, setValue] = useState(nothing);
  if (count === 0) return null;
  return (
    <div className={classes.bar} role="group" aria-label={t`Các em đã chọn`}>
      <p className={classes.count}>{t`Đã chọn ${count} em`}</p>
      <span className={classes.select}>
        <DenseSelect
          label={t`Chuyển các em đã chọn đến`}
          value={value}
          options={[{ value: nothing, label: t`Chuyển đến…` }, ...options]}
          onChange={setValue}
        />
      </span>
      <Button
        className={classes.button}
        disabled={value === nothing}
        onClick={() => onMove(toDestination(value))}
      >
        {t`Chuyển`}
      </Button>
      <Button variant="default" className={classes.button} onClick={onClear}>
        {t`Bỏ chọn`}
      </Button>
    </div>
  );
}
