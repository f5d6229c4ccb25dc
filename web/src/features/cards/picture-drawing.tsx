import type { Picture } from '@lop-xanh/contract/rules/pictures';

/** In the script itself: a child cannot log in while one of twelve files is missing. */
const drawings = import.meta.glob<string>('./pictures/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Decorative: the name stands beside it. */
export function PictureDrawing({ picture, size }: { picture: Picture; size: string }) {
  const drawing = drawings[`./pictures/${picture}.svg`] ?? '';
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(drawing)}`}
      style={{ width: size, height: size }}
      alt=""
      draggable={false}
    />
  );
}
