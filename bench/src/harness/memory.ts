import { spawnSync } from 'node:child_process';

const msBetweenLooks = 1000;

/** The memory that a process holds now. */
export function kilobytesOf(pid: number): number {
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' }).stdout);
}

/** Looks at a process now and then, until its most is wanted. */
export function watchMemory(pid: number) {
  const looks = [kilobytesOf(pid)];
  const timer = setInterval(() => looks.push(kilobytesOf(pid)), msBetweenLooks);
  return {
    most(): number {
      clearInterval(timer);
      return Math.max(...looks);
    },
  };
}
