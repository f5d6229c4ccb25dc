import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Language, languages } from '@lop-xanh/contract/rules/languages';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { type BackupConfig, backupSettings, readBackupConfig } from './backup/backup-config.ts';
import { parseDatabaseUrl } from './database/database-url.ts';
import { describeError } from './database/postgres-errors.ts';
import { assertEncrypted, insecureHosts } from './encrypted-connections.ts';
import { OperatorError } from './operator-error.ts';

export interface S3Config {
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** The operator's own PostgreSQL; undefined for the embedded one. */
  readonly databaseUrl: string | undefined;
  /** How many connections to the database requests share. */
  readonly databasePoolSize: number;
  /** A bucket for uploads; undefined for the data folder. */
  readonly s3: S3Config | undefined;
  /** How much the uploads of one school may take; undefined without a limit. */
  readonly storageQuotaMegabytes: number | undefined;
  readonly isDemo: boolean;
  readonly publicUrl: URL | undefined;
  /** How many proxies append to X-Forwarded-For, or their IP addresses and networks. */
  readonly trustedProxies: number | string[];
  /** Another origin that serves the web app and may use this API from the browser. */
  readonly webOrigin: string | undefined;
  readonly loginHint: string | undefined;
  /** Of visitors, and of users who have not chosen one. */
  readonly language: Language;
  /** Whether Admins and Mods must add a second factor before they can do anything else. */
  readonly requiresSecondFactor: boolean;
  /** Slide hosts in addition to Canva, Google Slides and YouTube. */
  readonly slideHosts: readonly string[];
  /** A push service on this machine, for tests; undefined for those of the browsers only. */
  readonly pushTestOrigin: string | undefined;
  readonly retention: Retention;
  readonly backup: BackupConfig;
  readonly logLevel: string;
  /** Where Prometheus reads the metrics; undefined if nobody does. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** How long the waste classifier stays in memory after a scan; 0 keeps it there. */
  readonly scannerIdleMinutes: number;
  /** With less free space in the data folder, the server is not ready. */
  readonly minFreeDiskMb: number;
}

/** How many days data is kept. */
export interface Retention {
  /** Students who left the school, and parents without another child. */
  readonly departedStudents: number;
  readonly notifications: number;
  readonly audit: number;
}

const origin = z.url({ protocol: /^https?$/ });

const loopbackOrigin = origin.refine(
  (url) => ['127.0.0.1', 'localhost'].includes(new URL(url).hostname),
  'give a loopback address',
);

const hostName = z.stringFormat('host', /^[a-z0-9-]+(\.[a-z0-9-]+)+$/, {
  error: 'give host names such as slides.example.edu.vn, separated by commas',
});
const hostNames = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(',')
      .flatMap((name) => name.trim() || []),
  )
  .pipe(z.array(hostName));

/** Many systems set LANGUAGE for gettext, such as `en_US:en`: such a list is not meant for us. */
const language = z.preprocess(
  (text) => (typeof text === 'string' && /[_:.@]/.test(text) ? undefined : text),
  z.enum(languages).default('default'),
);

/** Only the usual notation: `isValid` also takes 12 for 0.0.0.12. */
function isAddressOrNetwork(text: string): boolean {
  return (
    ipaddr.IPv4.isValidFourPartDecimal(text) ||
    ipaddr.IPv4.isValidCIDRFourPartDecimal(text) ||
    ipaddr.IPv6.isValid(text) ||
    ipaddr.IPv6.isValidCIDR(text)
  );
}

/** A number of proxies, or a list of their IP addresses and networks. */
const trustedProxies = z.string().transform((text, context) => {
  if (/^\d$/.test(text)) return Number(text);
  const addresses = text.split(',').flatMap((address) => address.trim() || []);
  if (addresses.every(isAddressOrNetwork)) {
    return addresses;
  }
  context.addIssue(
    'give the number of proxies (0 to 9), or their IP addresses and networks such as 10.0.0.0/8, separated by commas',
  );
  return z.NEVER;
});

const days = z.coerce.number('give a number of days').int().min(1).max(36_500);

const databaseUrl = z.string().check(({ value, issues }) => {
  try {
    parseDatabaseUrl(value);
  } catch (error) {
    issues.push({ code: 'custom', input: '', message: describeError(error) });
  }
});

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(500).default(10),
  DEMO: z.enum(['0', '1']).optional(),
  S3_ENDPOINT: origin.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'not a valid bucket name')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  INSECURE_HOSTS: insecureHosts.default([]),
  STORAGE_QUOTA_MB: z.coerce.number('give a number of megabytes').int().min(1).optional(),
  PUBLIC_URL: origin.optional(),
  TRUSTED_PROXIES: trustedProxies.optional(),
  WEB_ORIGIN: origin.optional(),
  LOGIN_HINT: z.string().max(500).optional(),
  LANGUAGE: language,
  REQUIRE_SECOND_FACTOR: z.enum(['0', '1']).default('0'),
  SLIDE_HOSTS: hostNames.default([]),
  PUSH_TEST_ORIGIN: loopbackOrigin.optional(),
  RETENTION_DEPARTED_DAYS: days.default(365),
  RETENTION_NOTIFICATION_DAYS: days.default(180),
  RETENTION_AUDIT_DAYS: days.default(1_826),
  ...backupSettings,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  SCANNER_IDLE_MINUTES: z.coerce
    .number('give a number of minutes')
    .int()
    .min(0)
    .max(1_440)
    .default(10),
  MIN_FREE_DISK_MB: z.coerce.number('give a number of megabytes').int().min(0).default(500),
});

/** Settings that a file may hold, named by the same variable with `_FILE`. */
const secretSettings = [
  'DATABASE_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
];

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const entries = Object.entries(env).filter(([, value]) => value !== '');
  const given = Object.fromEntries(entries);
  const parsed = environment.safeParse({ ...given, ...readSecretFiles(given) });
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] ?? { path: [''], message: '' };
    throw new OperatorError(`The setting ${String(path[0])} is invalid: ${message}.`);
  }
  const settings = parsed.data;
  assertEncrypted(settings);
  const isDemo = (settings.DEMO ?? (settings.DATABASE_URL ? '0' : '1')) === '1';
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    s3: readS3Config(settings),
    storageQuotaMegabytes: settings.STORAGE_QUOTA_MB,
    isDemo,
    publicUrl: settings.PUBLIC_URL ? new URL(settings.PUBLIC_URL) : undefined,
    // Without a proxy, X-Forwarded-For is what the client made up.
    trustedProxies: settings.TRUSTED_PROXIES ?? (settings.PUBLIC_URL ? 1 : 0),
    webOrigin: settings.WEB_ORIGIN ? new URL(settings.WEB_ORIGIN).origin : undefined,
    loginHint: settings.LOGIN_HINT,
    language: settings.LANGUAGE,
    requiresSecondFactor: settings.REQUIRE_SECOND_FACTOR === '1',
    slideHosts: settings.SLIDE_HOSTS,
    pushTestOrigin: settings.PUSH_TEST_ORIGIN && new URL(settings.PUSH_TEST_ORIGIN).origin,
    retention: {
      departedStudents: settings.RETENTION_DEPARTED_DAYS,
      notifications: settings.RETENTION_NOTIFICATION_DAYS,
      audit: settings.RETENTION_AUDIT_DAYS,
    },
    backup: readBackupConfig(settings),
    // A demo logs to a terminal, a real installation to a log collector.
    logLevel: settings.LOG_LEVEL ?? (isDemo ? 'warn' : 'info'),
    metrics:
      settings.METRICS_PORT === undefined
        ? undefined
        : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    scannerIdleMinutes: settings.SCANNER_IDLE_MINUTES,
    minFreeDiskMb: settings.MIN_FREE_DISK_MB,
  };
}

function readSecretFiles(env: NodeJS.ProcessEnv): Record<string, string> {
  const named = secretSettings.filter((name) => env[`${name}_FILE`] !== undefined);
  return Object.fromEntries(named.map((name) => [name, readSecretFile(name, env)]));
}

function readSecretFile(name: string, env: NodeJS.ProcessEnv): string {
  const file = env[`${name}_FILE`] as string;
  if (env[name] !== undefined) {
    throw new OperatorError(`Set either ${name} or ${name}_FILE, not both.`);
  }
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new OperatorError(
      `The file ${file} (${name}_FILE) cannot be read: ${describeError(error)}.`,
    );
  }
}

/** All settings or none: with half of them, uploads would silently go to the data folder. */
function readS3Config(settings: z.infer<typeof environment>): S3Config | undefined {
  const required = [
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ] as const;
  const missing = required.filter((name) => settings[name] === undefined);
  if (missing.length === required.length) return undefined;
  const [endpoint, bucket, accessKeyId, secretAccessKey] = required.map((name) => {
    const value = settings[name];
    if (value === undefined) {
      throw new OperatorError(
        `Missing settings: ${missing.join(', ')}. Uploads in a bucket need ${required.join(', ')}.`,
      );
    }
    return value;
  }) as [string, string, string, string];
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    region: settings.S3_REGION,
    bucket,
    accessKeyId,
    secretAccessKey,
  };
}

export function prepareDataFolder({ dataDir }: Pick<Config, 'dataDir'>): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch {
    throw new OperatorError(
      `The data folder ${dataDir} is not writable: fix its permissions, or set DATA_DIR.`,
    );
  }
}
