import { Leaf } from '../../ui/pictures.tsx';
import classes from './shell.module.css';

export function Brand() {
  return (
    <span className={classes.brand}>
      <Leaf />
      Lớp Xanh
    </span>
  );
}
