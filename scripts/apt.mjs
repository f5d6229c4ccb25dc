import { spawnSync } from 'node:child_process';

/** Installs Debian packages, as root or with passwordless sudo, and returns whether that worked. */
export function installWithApt(...packages) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return [['update'], ['install', '-y', ...packages]].every((args) => {
    const [command, ...rest] = [...sudo, 'apt-get', '-qq', ...args];
    return spawnSync(command, rest, { env }).status === 0;
  });
}
