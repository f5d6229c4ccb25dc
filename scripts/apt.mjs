import { spawnSync } from 'node:child_process';

/** Installs packages of Debian's, as root or with a sudo that asks nothing; says whether that worked. */
export function installWithApt(...packages) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return [['update'], ['install', '-y', ...packages]].every((args) => {
    const [command, ...rest] = [...sudo, 'apt-get', '-qq', ...args];
    return spawnSync(command, rest, { env: environment }).status === 0;
  });
}
