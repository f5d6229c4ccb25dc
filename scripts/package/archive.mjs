import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from '../prepare.mjs';

/** Packs a folder so that the same files always give the same archive. */
export function makeTarball(file, folder, epoch) {
  const order = ['--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner'];
  const source = ['-C', dirname(folder), basename(folder)];
  run('tar', ['--create', '--gzip', '--file', file, ...order, ...source]);
}

/** Lists the checksums of all files in a folder, as `sha256sum --check` reads them. */
export async function writeChecksums(folder) {
  const lines = [];
  for (const name of readdirSync(folder).toSorted()) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), hash);
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}
