import { mkdirSync } from 'node:fs';
import { root, run } from './prepare.mjs';
import { makeTempPath } from './releases.mjs';

/** Builds the last commit of the version before in a new folder, which the caller deletes. */
export function buildPreviousVersion() {
  const change = ['log', '-1', '--format=%H', '-G', '^  "version":', '--', 'package.json'];
  const commit = `${run('git', change, root).trim()}^`;
  const project = makeTempPath(root, 'previous');
  mkdirSync(project);
  run('sh', ['-c', `git archive ${commit} | tar -x -C ${project}`], root);
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], project);
  run('npx', ['--no-install', 'tsc', '-b', 'server/tsconfig.build.json'], project);
  run('npx', ['--no-install', 'vite', 'build', 'web', '--logLevel', 'warn'], project);
  return project;
}
