import { t } from '@lingui/core/macro';
import { IconCheck } from '@tabler/icons-react';
import classes from './excuse-button.module.css';

interface Props {
  isExcused: boolean;
  tabIndex?: number;
  onChange: (isExcused: boolean) => void;
}

/** Whether an absence is excused. */
export function ExcuseButton({ isExcused, tabIndex, onChange }: Props) {
  return (
    <button
      type="button"
      className={classes.excuse}
      aria-pressed={isExcused}
      tabIndex={tabIndex}
      onClick={() => onChange(!isExcused)}
    >
      {isExcused && <IconCheck size={16} aria-hidden />}
      {t`Có phép`}
    </button>
  );
}
