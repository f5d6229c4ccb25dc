import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The content of `postmaster.pid`, which a killed PostgreSQL leaves behind. */
export interface Postmaster {
  pid: number;
  socketFolder: string;
  isReady: boolean;
}

export function readPostmaster(data: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, socketFolder = '', status = ''] = [Number(lines[0]), lines[4], lines[7]];
    return pid > 0 ? { pid, socketFolder, isReady: status.startsWith('ready') } : undefined;
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Whether this process is the PostgreSQL of the cluster. Outside Linux any running process counts. */
export function isPostmaster(pid: number, data: string): boolean {
  if (process.platform !== 'linux') return isAlive(pid);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data);
  } catch {
    return false;
  }
}
