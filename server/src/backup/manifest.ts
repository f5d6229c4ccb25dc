import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();
/** Rejects paths that lead out of the storage. */
const fileName = z.string().regex(/^\w+\/\w+\.\w+$/);

/** The moment of a backup in a repository is its name, such as `2026-11-18T02-00-00-123Z`. */
export const backupName = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/);

/** Of a file as it is stored: encrypted in a repository. */
export const digest = z.object({ bytes: count, sha256 });
export type Digest = z.infer<typeof digest>;

const manifest = z.object({
  /** 1: a folder of its own. 2: in a repository. */
  format: z.union([z.literal(1), z.literal(2)]),
  takenAt: z.iso.datetime(),
  /** The migrations that the schema had. */
  migrations: z.array(z.string()),
  tables: z.record(z.string(), z.object({ rows: count, sha256 })),
  counters: z.record(z.string(), count),
  /** `storedBy`: the backup of the repository that wrote the file. */
  files: z.record(fileName, digest.extend({ storedBy: backupName.optional() })),
  /** Files that rows reference but the storage no longer had. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifest>;

export function parseManifest(text: string, location: string): Manifest {
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new OperatorError(`The backup in ${location} cannot be read: manifest.json is damaged.`);
  }
}

/** A summary for the operator. */
export function describeBackup({ takenAt, tables, files, missing }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  const summary = `${rows} rows of ${Object.keys(tables).length} tables as of ${takenAt}, and ${Object.keys(files).length} files (${toMegabytes(bytes)} MB).`;
  if (missing.length === 0) return summary;
  return `${summary} ${missing.length} files were already missing; manifest.json lists them.`;
}

export const toMegabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
