import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Language, languages } from '@lop-xanh/contract/rules/languages';
import { z } from 'zod';
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
  /** A bucket for uploads; undefined for the data folder. */
  readonly s3: S3Config | undefined;
  readonly isDemo: boolean;
  readonly publicUrl: URL | undefined;
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
  readonly logLevel: string;
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

const days = z.coerce.number('give a number of days').int().min(1).max(36_500);

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DEMO: z.enum(['0', '1']).optional(),
  S3_ENDPOINT: origin.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'not a valid bucket name')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  PUBLIC_URL: origin.optional(),
  WEB_ORIGIN: origin.optional(),
  LOGIN_HINT: z.string().max(500).optional(),
  LANGUAGE: language,
  REQUIRE_SECOND_FACTOR: z.enum(['0', '1']).default('0'),
  SLIDE_HOSTS: hostNames.default([]),
  PUSH_TEST_ORIGIN: loopbackOrigin.optional(),
  RETENTION_DEPARTED_DAYS: days.default(365),
  RETENTION_NOTIFICATION_DAYS: days.default(180),
  RETENTION_AUDIT_DAYS: days.default(1_826),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
});

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const entries = Object.entries(env).filter(([, value]) => value !== '');
  const parsed = environment.safeParse(Object.fromEntries(entries));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] ?? { path: [''], message: '' };
    throw new OperatorError(`The setting ${String(path[0])} is invalid: ${message}.`);
  }
  const settings = parsed.data;
  const isDemo = (settings.DEMO ?? (settings.DATABASE_URL ? '0' : '1')) === '1';
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    s3: readS3Config(settings),
    isDemo,
    publicUrl: settings.PUBLIC_URL ? new URL(settings.PUBLIC_URL) : undefined,
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
    // A demo logs to a terminal, a real installation to a log collector.
    logLevel: settings.LOG_LEVEL ?? (isDemo ? 'warn' : 'info'),
  };
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

export function prepareDataFolder({ dataDir }: Config): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch {
    throw new OperatorError(
      `The data folder ${dataDir} is not writable: fix its permissions, or set DATA_DIR.`,
    );
  }
}
