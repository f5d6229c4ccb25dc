import classes from './bin-drawing.module.css';
import { WasteDrawing } from './waste-drawing.tsx';

/** The thing drops into its bin, which has the colour of `--bin`. Decorative: the answer stands beside it. */
export function BinDrawing({ label }: { label: string }) {
  return (
    <div className={classes.scene} aria-hidden>
      <WasteDrawing label={label} className={classes.thing ?? ''} />
      <svg className={classes.bin} viewBox="0 -20 144 172">
        <ellipse cx="70" cy="146" rx="46" ry="5" fill="#1b2a22" opacity=".1" />
        <g fill="var(--bin)">
          <path d="M28 62h84l-8 74q-1 8-9 8H45q-8 0-9-8Z" />
          <path d="M92 62h20l-8 74q-1 8-9 8H80q12-40 12-82Z" fill="#000000" opacity=".15" />
          <rect x="22" y="54" width="96" height="15" rx="7.5" />
          <g transform="rotate(-38 22 56)">
            <rect x="14" y="36" width="92" height="13" rx="6.5" />
            <rect x="50" y="28" width="20" height="10" rx="5" />
          </g>
        </g>
        <g fill="#ffffff">
          <circle cx="56" cy="92" r="5" />
          <circle cx="84" cy="92" r="5" />
          <path d="M58 104q12 4 24 0-1 14-12 14t-12-14Z" />
        </g>
        <g fill="#1b2a22">
          <circle cx="57" cy="93" r="2.500" />
          <circle cx="85" cy="93" r="2.500" />
        </g>
        <path
          className={classes.stars}
          d="m122 30 3 7 7 3-7 3-3 7-3-7-7-3 7-3Zm10 36 2 4 4 2-4 2-2 4-2-4-4-2 4-2Z"
          fill="#f0b429"
        />
      </svg>
    </div>
  );
}
