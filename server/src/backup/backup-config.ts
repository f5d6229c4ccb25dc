import { resolve } from 'node:path';
import { z } from 'zod';
import type { S3Config } from '../config.ts';
import { OperatorError } from '../operator-error.ts';
import type { KeepRule } from './keep-backups.ts';

/** What a backup needs of the database. */
export const backupConnections = 3;

export interface BackupConfig {
  /** A folder, or `s3://bucket/prefix`; undefined if the operator makes the backups. */
  readonly target: string | undefined;
  /** Public keys of age. */
  readonly recipients: readonly string[];
  /** The time of day in Vietnam, such as 02:00; undefined if the operator runs the command. */
  readonly at: string | undefined;
  readonly keep: KeepRule;
  /** Where buckets of backups are. */
  readonly s3: Omit<S3Config, 'bucket'> | undefined;
}

const keepRule = z
  .string()
  .regex(/^\d{1,4}d,\d{1,4}w,\d{1,4}m$/, 'give days, weeks and months such as 7d,4w,12m')
  .transform((text): KeepRule => {
    const [days = 0, weeks = 0, months = 0] = text.split(',').map((part) => Number.parseInt(part));
    return { days, weeks, months };
  })
  .refine(({ days }) => days > 0, 'keep at least 1d');

const publicKeys = z
  .string()
  .transform((text) => text.split(',').flatMap((key) => key.trim() || []))
  .pipe(z.array(z.string().regex(/^age1[0-9a-z]+$/, 'give a public key of age, age1…')).min(1));

export const backupSettings = {
  BACKUP_TARGET: z.string().optional(),
  BACKUP_RECIPIENT: publicKeys.default([]),
  BACKUP_AT: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|off)$/, 'give a time of day such as 02:00, or off')
    .default('02:00'),
  BACKUP_KEEP: keepRule.default({ days: 7, weeks: 4, months: 12 }),
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
};

const bucketTarget = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/;

interface S3Settings {
  S3_ENDPOINT?: string | undefined;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
}

export function readBackupConfig(
  settings: z.infer<z.ZodObject<typeof backupSettings>> & S3Settings,
): BackupConfig {
  const { BACKUP_TARGET: target, BACKUP_RECIPIENT: recipients, BACKUP_AT: at } = settings;
  const s3 = readBackupS3(settings);
  if (target !== undefined) parseTarget(target, s3);
  return {
    target: target?.startsWith('s3://') ? target : target && resolve(target),
    recipients,
    at: at === 'off' ? undefined : at,
    keep: settings.BACKUP_KEEP,
    s3,
  };
}

/** The keys come as a pair: half of one and half of the other would be rejected. */
function readBackupS3(
  settings: z.infer<z.ZodObject<typeof backupSettings>> & S3Settings,
): BackupConfig['s3'] {
  const endpoint = settings.BACKUP_S3_ENDPOINT ?? settings.S3_ENDPOINT;
  const own = [settings.BACKUP_S3_ACCESS_KEY_ID, settings.BACKUP_S3_SECRET_ACCESS_KEY];
  const shared = [settings.S3_ACCESS_KEY_ID, settings.S3_SECRET_ACCESS_KEY];
  const [accessKeyId, secretAccessKey] = own.some((key) => key !== undefined) ? own : shared;
  if (endpoint === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return undefined;
  }
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    region: settings.BACKUP_S3_REGION ?? settings.S3_REGION,
    accessKeyId,
    secretAccessKey,
  };
}

export type Target = { folder: string } | { bucket: S3Config; prefix: string };

export function parseTarget(target: string, s3: BackupConfig['s3']): Target {
  if (!target.startsWith('s3://')) return { folder: resolve(target) };
  const [, bucket, path] = bucketTarget.exec(target) ?? [];
  if (bucket === undefined || path === undefined) {
    throw new OperatorError(`${target} is not a bucket: give s3://bucket/prefix.`);
  }
  if (!s3) {
    throw new OperatorError(
      `Backups in ${target} need BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or the S3_… settings of the uploads.`,
    );
  }
  return { bucket: { ...s3, bucket }, prefix: path === '' ? '' : `${path.slice(1)}/` };
}
