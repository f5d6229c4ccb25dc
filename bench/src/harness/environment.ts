import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** The date, kind of machine and commit, without the name of the machine. */
export function describeEnvironment(): string {
  const date = new Date().toISOString().slice(0, 10);
  const [node] = process.versions.node.split('.');
  return `${date}, ${cpus().length} cores, ${process.arch}, Node ${node}, ${describeCommit()}.`;
}

function describeCommit(): string {
  const hash = git('rev-parse', '--short', 'HEAD');
  if (!hash) return 'unknown commit';
  return git('status', '--porcelain') ? `commit ${hash} with changes` : `commit ${hash}`;
}

function git(...args: string[]): string {
  return spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? '';
}
