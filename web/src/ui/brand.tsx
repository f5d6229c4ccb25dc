import classes from './brand.module.css';
import { Leaf } from './leaf.tsx';

interface Props {
  leafSize?: number;
  className?: string | undefined;
}

export function Brand({ leafSize = 24, className = '' }: Props) {
  return (
    <span className={`${classes.brand} ${className}`} lang="vi">
      <Leaf size={leafSize} />
      Lớp Xanh
    </span>
  );
}
