import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { S3mini } from 's3mini';
import type { S3Config } from '../config.ts';
import { afterFile } from './cleanup-hooks.ts';
import { findFreePort } from './nginx.ts';
import { makeDataDir } from './server-process.ts';

const binaries = '/usr/bin';
const startTimeoutMs = 60_000;
const keys = { accessKeyId: 'truong:may-chu', secretAccessKey: 'bi-mat-cua-kho' };
const region = 'vn-north-1';
const storageServers = ['account', 'container', 'object'] as const;

/**
 * Runs Debian's OpenStack Swift with its S3 interface: one proxy and one server of each kind, one copy of
 * every file. Without a memcached, it looks everything up again. `objectServer` is the URL of a part that does not
 * speak S3.
 */
export async function startSwift(): Promise<{ config: S3Config; objectServer: string }> {
  const folder = dirname(makeDataDir({ onCleanup: afterFile }));
  mkdirSync(join(folder, 'devices', 'disk'), { recursive: true });
  const children: ChildProcess[] = [];
  const start = (kind: string, settings: string) => {
    const file = join(folder, `${kind}.conf`);
    writeFileSync(file, settings);
    children.push(
      spawn(`${binaries}/swift-${kind}-server`, [file], { stdio: 'ignore', cwd: folder }),
    );
  };
  afterFile(async () => {
    await Promise.all(
      children.map(async (child) => {
        const exited = once(child, 'exit');
        if (child.kill('SIGKILL')) await exited;
      }),
    );
  });

  let objectServer = '';
  for (const kind of storageServers) {
    const port = await findFreePort();
    if (kind === 'object') objectServer = `http://127.0.0.1:${port}`;
    buildRing(folder, kind, port);
    start(
      kind,
      `${describeServer(folder, port)}
devices = ${join(folder, 'devices')}
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`,
    );
  }
  const proxyPort = await findFreePort();
  start('proxy', describeProxy(folder, proxyPort));

  const config: S3Config = {
    ...keys,
    region,
    endpoint: `http://127.0.0.1:${proxyPort}`,
    bucket: 'anh-lop',
  };
  for (const end = Date.now() + startTimeoutMs; ; await pause(200)) {
    if (await createBucket(config).catch(() => false)) return { config, objectServer };
    if (Date.now() > end) throw new Error('Swift did not start');
  }
}

/** One worker inside the process itself, so that killing it leaves none behind. */
const describeServer = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
recon_cache_path = ${folder}
log_address = ${folder}/no-syslog`;

const describeProxy = (folder: string, port: number) => `${describeServer(folder, port)}
[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = ${region}
[filter:tempauth]
use = egg:swift#tempauth
user_${keys.accessKeyId.replace(':', '_')} = ${keys.secretAccessKey} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
`;

function buildRing(folder: string, kind: string, port: number): void {
  const device = `r1z1-127.0.0.1:${port}/disk`;
  for (const args of [['create', '4', '1', '1'], ['add', device, '1'], ['rebalance']]) {
    const builder = join(folder, `${kind}.builder`);
    const { status, stdout } = spawnSync(`${binaries}/swift-ring-builder`, [builder, ...args]);
    if (status !== 0) throw new Error(`swift-ring-builder: ${String(stdout)}`);
  }
}

export function createBucket({ endpoint, bucket, ...config }: S3Config): Promise<boolean> {
  return new S3mini({ ...config, endpoint: `${endpoint}/${bucket}` }).createBucket();
}
