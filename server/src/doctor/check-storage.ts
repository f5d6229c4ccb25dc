import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config, S3Config } from '../config.ts';
import { openStorage } from '../storage/open-storage.ts';
import { probeStorage } from '../storage/storage-check.ts';
import { checkClock } from './check-clock.ts';
import { type Finding, ok, problem } from './findings.ts';

const requestTimeoutMs = 10_000;

export async function checkStorage(config: Config): Promise<Finding[]> {
  const topic = 'Storage';
  // Writing there would create folders, which may then belong to another user than the server's.
  if (!config.s3 && !existsSync(join(config.dataDir, 'uploads'))) {
    return [ok(topic, `there is no folder for uploads in ${config.dataDir} yet`)];
  }
  const storage = await openStorage(config);
  await probeStorage(storage);
  return [ok(topic, `files can be written, read and deleted in ${storage.location}`)];
}

export async function checkBucketClock({ endpoint }: S3Config): Promise<Finding[]> {
  const readTime = async () => {
    const response = await fetch(endpoint, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    return Date.parse(response.headers.get('date') ?? '');
  };
  return checkClock('the bucket', readTime);
}

export async function checkDisk({ dataDir, minFreeDiskMb }: Config): Promise<Finding[]> {
  let folder = dataDir;
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const freeMb = Math.floor((bavail * bsize) / 1024 / 1024);
  const text = `${freeMb} MB are free in ${folder}`;
  if (freeMb >= minFreeDiskMb) return [ok('Disk', text)];
  return [
    problem(
      'Disk',
      `${text}, less than the ${minFreeDiskMb} MB of MIN_FREE_DISK_MB`,
      'Delete old backups and logs, or enlarge the disk. On a full disk, uploads fail.',
    ),
  ];
}
