import { VisuallyHidden } from '@mantine/core';
import { Leaf } from '../ui/pictures.tsx';

/** The moment before it is known who is here. */
export function Splash() {
  return (
    <div className="splash" role="status">
      <Leaf size={56} />
      <VisuallyHidden>Đang tải…</VisuallyHidden>
    </div>
  );
}
