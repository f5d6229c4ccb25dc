import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Reserved for measurements, so no machine has these addresses. */
const addresses = { here: '198.18.77.1', there: '198.18.77.2', database: '198.18.78.1' };
const hostName = 'db.truong';
/** A network card that no machine has. */
const nobody = '02:00:00:00:00:99';
/** Two attempts to connect, which take three seconds. */
const connectRetries = 1;

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr ?? error?.message}`);
}

/**
 * A machine of its own, as the kernel sees it, joined to this one by a cable. Through it, the other one finds a
 * database here by its name. Only root can make one.
 */
export function startHostNetwork() {
  const name = `lx${process.pid}`;
  const [cableHere, cableThere] = [`${name}a`, `${name}b`];
  const settings = join('/etc/netns', name);
  const inside = (command: string, ...args: string[]) =>
    run('ip', 'netns', 'exec', name, command, ...args);
  const setNames = (names: string) => writeFileSync(join(settings, 'hosts'), names);
  const nameLine = `${addresses.database} ${hostName}\n`;

  mkdirSync(settings, { recursive: true });
  setNames(nameLine);
  writeFileSync(join(settings, 'nsswitch.conf'), 'hosts: files\n');
  run('ip', 'netns', 'add', name);
  onTestFinished(() => {
    run('ip', 'netns', 'del', name);
    rmSync(settings, { recursive: true });
  });
  run('ip', 'link', 'add', cableHere, 'type', 'veth', 'peer', 'name', cableThere, 'netns', name);
  for (const address of [`${addresses.here}/30`, `${addresses.database}/32`]) {
    run('ip', 'addr', 'add', address, 'dev', cableHere);
  }
  run('ip', 'link', 'set', cableHere, 'up');
  inside('ip', 'addr', 'add', `${addresses.there}/30`, 'dev', cableThere);
  for (const device of ['lo', cableThere]) inside('ip', 'link', 'set', device, 'up');
  inside('sysctl', '-qw', `net.ipv4.tcp_syn_retries=${connectRetries}`);
  const setRoute = (...route: string[]) => inside('ip', 'route', 'replace', ...route);
  const route = [addresses.database, 'dev', cableThere];
  setRoute(...route);

  return {
    hostName,
    ...addresses,
    /** Before the command that runs there. */
    prefix: ['ip', 'netns', 'exec', name],
    faults: {
      /** The network says so. */
      EHOSTUNREACH: {
        begin: () => setRoute('unreachable', addresses.database),
        end: () => setRoute(...route),
      },
      /** Everything sent to it is lost. */
      ETIMEDOUT: {
        begin: () =>
          inside('ip', 'neigh', 'replace', ...route, 'lladdr', nobody, 'nud', 'permanent'),
        end: () => inside('ip', 'neigh', 'del', ...route),
      },
      /** Its name is gone. */
      ENOTFOUND: {
        begin: () => setNames(''),
        end: () => setNames(nameLine),
      },
    },
  };
}
