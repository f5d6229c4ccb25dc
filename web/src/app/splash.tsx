import { VisuallyHidden } from '@mantine/core';
import { Leaf } from '../ui/pictures.tsx';
import classes from './splash.module.css';

/** The moment before it is known who is here. */
export function Splash() {
  return (
    <div className={classes.splash} role="status">
      <Leaf size={56} />
      <VisuallyHidden>Đang tải…</VisuallyHidden>
    </div>
  );
}
