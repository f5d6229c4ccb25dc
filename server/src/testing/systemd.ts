import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { adapt } from './cluster/child-process.ts';
import { getServerCommand } from './server-process.ts';

const unit = new URL('../../../packaging/lop-xanh.service', import.meta.url);
/** Where the machine of the service finds the build and the data. */
const [program, data] = ['/opt/lop-xanh', '/srv/lop-xanh'];

/**
 * Boots a systemd that runs our service with all restrictions of its unit, in a container whose files are a copy of
 * this machine's in memory. It shares the network of this machine. Only root can do so.
 */
export function bootService(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'lx-systemd-'));
  const [root, units, dataDir] = ['root', 'units', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [root, units, dataDir]) mkdirSync(each);
  chmodSync(dataDir, 0o777);
  const [node, main] = getServerCommand() as [string, string];
  const release = main.slice(0, main.indexOf('/server/dist/'));
  const variables = { DATA_DIR: `${data}/data`, ...environment };
  const lines = Object.entries(variables).map(([name, value]) => `Environment=${name}=${value}`);
  const service = adapt(readFileSync(unit, 'utf8'), [
    ['User=lop-xanh', 'User=nobody'],
    ['Group=lop-xanh', 'Group=nogroup'],
    ['WorkingDirectory=/var/lib/lop-xanh', `WorkingDirectory=${data}`],
    [
      'ExecStart=/usr/bin/lop-xanh start',
      `${lines.join('\n')}\nExecStart=${node} ${program}/server/dist/main.js\nStandardOutput=append:${data}/log\nStandardError=append:${data}/log`,
    ],
  ]);
  writeFileSync(join(units, 'lop-xanh.service'), service);
  const container = [
    'systemd-nspawn',
    '--quiet',
    `--directory=${root}`,
    '--volatile=overlay',
    '--register=no',
    '--keep-unit',
    '--console=pipe',
    `--bind-ro=${release}:${program}`,
    `--bind-ro=${units}:/run/units`,
    `--bind=${dataDir}:${data}`,
    '--setenv=SYSTEMD_UNIT_PATH=/run/units:',
    '--boot',
    '--',
    '--unit=lop-xanh.service',
  ];
  const script = `mount --bind / ${root} && exec "$@"`;
  const child = spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', ...container], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  /** Shuts the machine down as an operator does. */
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const readLog = (name: string) => readFileSync(join(dataDir, name), 'utf8');
  return { stop, readLog };
}

/** The processes of this machine, also those in containers, whose command line has this text. */
export function findProcesses(text: string): number[] {
  const isMatch = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isMatch(name))
    .map(Number);
}
