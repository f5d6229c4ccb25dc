import { spawnSync } from 'node:child_process';

const sampleIntervalMs = 1000;

/** The resident memory of a process. */
export function readMemoryKilobytes(pid: number): number {
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' }).stdout);
}

/** Samples the memory of a process until `stop`, which returns the peak in kilobytes. */
export function trackPeakMemory(pid: number) {
  const samples = [readMemoryKilobytes(pid)];
  const timer = setInterval(() => samples.push(readMemoryKilobytes(pid)), sampleIntervalMs);
  return {
    stop(): number {
      clearInterval(timer);
      return Math.max(...samples);
    },
  };
}
