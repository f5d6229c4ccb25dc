import type { CSSProperties } from 'react';
import { createRoot } from 'react-dom/client';
import classes from './celebration.module.css';
import mam from './mam.svg';

/** As long as the animations in celebration.module.css. */
const durationMs = 900;
const colours = ['#2f9e5f', '#8fd1a6', '#e2557f', '#f7c956', '#1f6593'];
const leafCount = 14;

export function showCelebration(): void {
  const host = document.createElement('div');
  host.className = classes.celebration ?? '';
  host.setAttribute('aria-hidden', 'true');
  document.body.append(host);
  const root = createRoot(host);
  root.render(<Celebration />);
  setTimeout(() => {
    root.unmount();
    host.remove();
  }, durationMs);
}

/** Mầm in a ring of leaves that fly apart. */
function Celebration() {
  return (
    <>
      {Array.from({ length: leafCount }, (_, leaf) => (
        <i key={leaf} className={classes.leaf} style={toStyle(leaf)} />
      ))}
      <img className={classes.mam} src={mam} alt="" />
    </>
  );
}

function toStyle(leaf: number): CSSProperties & Record<'--turn', string> {
  return {
    '--turn': `${(leaf * 360) / leafCount}deg`,
    background: colours[leaf % colours.length],
  };
}
