import { encodeQR } from 'qr';
import { useMemo } from 'react';

interface Props {
  text: string;
  /** What it is for; without it the code is decoration beside the same text. */
  label?: string;
  className?: string | undefined;
}

/** The standard asks for an empty border of four squares. */
const border = 4;

/** A QR code that is sharp at any size, also on paper. */
export function QrCode({ text, label, className }: Props) {
  const { path, size } = useMemo(() => drawPath(text), [text]);
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={path} fill="#000000" />
    </svg>
  );
}

/** One run of dark squares is one rectangle. */
function drawPath(text: string) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border });
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      const start = x;
      while (row[x]) x += 1;
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    }
  }
  return { path, size: rows.length };
}
