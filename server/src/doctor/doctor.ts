import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabase } from '../commands/command.ts';
import { type Config, readConfig } from '../config.ts';
import { checkDatabase } from './check-database.ts';
import { checkNode, checkSettings } from './check-settings.ts';
import { checkBodyLimit, checkCertificate, checkProxy, checkServer } from './check-site.ts';
import { checkBucketClock, checkDisk, checkStorage } from './check-storage.ts';
import { examine, type Finding, ok } from './findings.ts';

/** Checks an installation, whether its server is running or not, and changes nothing. */
export async function runDoctor(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const findings = checkNode();
  let config: Config | undefined;
  const settings = await examine('Settings', () => {
    config = readConfig(env);
    return checkSettings(config);
  });
  findings.push(...settings);
  if (!config) return findings;
  const { s3, publicUrl } = config;
  const known = config;
  const checks: [string, () => Promise<Finding[]>][] = [
    ['Disk', () => checkDisk(known)],
    ['Storage', () => checkStorage(known)],
    ['Database', () => examineDatabase(known)],
    ['Server', () => checkServer(known)],
  ];
  if (s3) checks.push(['Clock', () => checkBucketClock(s3)]);
  if (publicUrl) {
    checks.push(
      ['TLS', () => checkCertificate(publicUrl)],
      ['Proxy', () => checkProxy(publicUrl)],
      ['Proxy', () => checkBodyLimit(publicUrl)],
    );
  }
  for (const [topic, check] of checks) findings.push(...(await examine(topic, check)));
  return findings;
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database'))) {
    return [ok('Database', `there is none in ${config.dataDir} yet: the first start creates it`)];
  }
  return withDatabase(config, ({ db }) => checkDatabase(db, config.databasePoolSize));
}
