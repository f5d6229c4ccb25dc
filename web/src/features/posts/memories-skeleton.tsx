import { t } from '@lingui/core/macro';
import { VisuallyHidden } from '@mantine/core';
import classes from './memories-skeleton.module.css';

/** A class with its first posts. */
export function MemoriesSkeleton() {
  return (
    <div className={classes.skeleton} role="status">
      <VisuallyHidden>{t`Đang tải…`}</VisuallyHidden>
      <span className={classes.header} />
      <Mosaics />
    </div>
  );
}

/** The posts of a class. */
export function MosaicsSkeleton() {
  return (
    <div className={classes.skeleton} role="status">
      <VisuallyHidden>{t`Đang tải…`}</VisuallyHidden>
      <Mosaics />
    </div>
  );
}

function Mosaics() {
  return (
    <div className={classes.mosaics}>
      <span className={classes.mosaic} />
      <span className={classes.mosaic} />
    </div>
  );
}
