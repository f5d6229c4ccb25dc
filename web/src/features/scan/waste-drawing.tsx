/** In the script itself, so that they are there offline too. */
const drawings = import.meta.glob<string>('./pictures/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Decorative: the name stands beside it. */
export function WasteDrawing({ label, className = '' }: { label: string; className?: string }) {
  const drawing = drawings[`./pictures/${label}.svg`] ?? drawings['./pictures/other.svg'] ?? '';
  return (
    <img
      className={className}
      src={`data:image/svg+xml,${encodeURIComponent(drawing)}`}
      alt=""
      draggable={false}
    />
  );
}
