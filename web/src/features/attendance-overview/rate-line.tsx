interface Point {
  week: number;
  rate: number;
}

interface Scale {
  /** The weeks that fit into its width. */
  weeks: number;
  /** The rate at its foot. */
  lowest: number;
  /** Above 100% and below the lowest rate, in percent of the height. */
  margin?: number;
}

/** Where a point stands, in percent from the start and from the top. */
export function placeRate({ week, rate }: Point, { weeks, lowest, margin = 12.5 }: Scale) {
  return {
    start: ((week - 1) / Math.max(1, weeks - 1)) * 100,
    top: 100 - margin - ((rate - lowest) / (1 - lowest)) * (100 - 2 * margin),
  };
}

/** A line without axes; hidden from screen readers, which get the numbers beside it. */
export function RateLine({ points, ...scale }: Scale & { points: Point[] }) {
  const places = points.map((point) => placeRate(point, scale));
  const last = places.at(-1);
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <polyline
        points={places.map(({ start, top }) => `${start},${top}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {last && (
        <line
          x1={last.start}
          x2={last.start}
          y1={last.top}
          y2={last.top}
          stroke="currentColor"
          strokeWidth="6"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
