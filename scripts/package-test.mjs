import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installWithApt } from './apt.mjs';
import { architectures } from './package/contents.mjs';
import { packPreviousVersion } from './package/previous-version.mjs';
import { requireTools, root, run, step } from './prepare.mjs';

if (process.getuid?.() !== 0) {
  console.error(
    'The packages are installed in a folder with its own Debian, which only root can do.',
  );
  process.exit(1);
}
const tools = {
  debootstrap: '/usr/sbin/debootstrap',
  lintian: '/usr/bin/lintian',
  // Brings systemd-analyze, which checks the service.
  systemd: '/usr/bin/systemd-analyze',
};
const missing = Object.keys(tools).filter((name) => !existsSync(tools[name]));
if (missing.length > 0 && !installWithApt(...missing)) {
  console.error(`The test of the packages needs ${missing.join(' and ')} from Debian.`);
  process.exit(1);
}

requireTools();
await import('./package.mjs');
const output = join(root, 'dist');
const files = readdirSync(output).filter((file) => file.endsWith('.deb'));
step('Checking the Debian packages with lintian', () =>
  run(tools.lintian, ['--fail-on', 'error', ...files], output),
);
const work = mkdtempSync(join(tmpdir(), 'lx-packages-'));
const architecture = architectures.find(({ name }) => name === process.arch);
const previous = step('Building and packing the version before', () =>
  packPreviousVersion(work, architecture),
);
const debian = join(work, 'debian');
step('Installing Debian 12 in a folder', () =>
  run(tools.debootstrap, ['--variant=minbase', 'bookworm', debian], work),
);
const packages = { output, debian, previous };
const { status } = spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', '--project', 'project', 'scripts/package/'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PACKAGES: JSON.stringify(packages) } },
);
rmSync(work, { recursive: true, force: true });
process.exit(status ?? 1);
