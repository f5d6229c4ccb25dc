import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** When, on what and of which commit, in words that name no machine. */
export function circumstances(): string {
  const day = new Date().toISOString().slice(0, 10);
  const [node] = process.versions.node.split('.');
  return `${day}, ${cpus().length} cores, ${process.arch}, Node ${node}, ${commit()}.`;
}

function commit(): string {
  const name = git('rev-parse', '--short', 'HEAD');
  if (!name) return 'unknown commit';
  return git('status', '--porcelain') ? `commit ${name} with changes` : `commit ${name}`;
}

function git(...args: string[]): string {
  return spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? '';
}
