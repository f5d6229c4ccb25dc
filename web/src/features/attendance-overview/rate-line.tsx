interface Props {
  points: { week: number; rate: number }[];
  /** The weeks that fit into its width. */
  weeks: number;
  /** The rate at its foot. */
  lowest: number;
}

const width = 100;
const height = 24;

/** A line without axes; hidden from screen readers, which get the numbers beside it. */
export function RateLine({ points, weeks, lowest }: Props) {
  const toX = (week: number) => ((week - 1) / Math.max(1, weeks - 1)) * width;
  const toY = (rate: number) => height - 3 - ((rate - lowest) / (1 - lowest)) * (height - 6);
  const last = points.at(-1);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      <polyline
        points={points.map(({ week, rate }) => `${toX(week)},${toY(rate)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {last && (
        <line
          x1={toX(last.week)}
          x2={toX(last.week)}
          y1={toY(last.rate)}
          y2={toY(last.rate)}
          stroke="currentColor"
          strokeWidth="6"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
