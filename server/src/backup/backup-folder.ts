import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { StartUpError } from '../start-up-error.ts';

/*
 * A backup is a folder: `tables/` with the rows of each table as compressed lines of JSON, `uploads/`
 * with the files that those rows refer to, and `manifest.json`, written last, with what is in it all.
 */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();
/** Nothing that leads out of the storage. */
const fileName = z.string().regex(/^\w+\/\w+\.\w+$/);

const manifest = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** Those that had made the schema of the tables. */
  migrations: z.array(z.string()),
  tables: z.record(z.string(), z.object({ rows: count, sha256 })),
  counters: z.record(z.string(), count),
  files: z.record(fileName, z.object({ bytes: count, sha256 })),
  /** Files that rows refer to and that the storage had lost before. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifest>;

export const manifestOf = (folder: string) => join(folder, 'manifest.json');
export const tableFile = (folder: string, name: string) =>
  join(folder, 'tables', `${name}.jsonl.gz`);
export const uploadFile = (folder: string, name: string) => join(folder, 'uploads', name);

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestOf(folder), 'utf8').catch(() => {
    throw new StartUpError(`There is no whole backup in ${folder}: it has no manifest.json.`);
  });
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new StartUpError(`The backup in ${folder} cannot be read: its manifest.json is damaged.`);
  }
}

/** Hands a file's content on and counts it; what was counted is there when all is through. */
export async function* countBytes(
  content: AsyncIterable<Buffer>,
  counted: { bytes: number; sha256: string },
) {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    counted.bytes += chunk.length;
    yield chunk;
  }
  counted.sha256 = hash.digest('hex');
}

/** Hands the lines of a table on as they were written, some at a time. */
export async function readLines<T>(
  path: string,
  use: (batches: AsyncIterable<string[]>) => Promise<T>,
): Promise<T> {
  return pipeline(createReadStream(path), createGunzip().setEncoding('utf8'), (text) =>
    use(inLines(text as AsyncIterable<string>)),
  );
}

async function* inLines(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let begun = '';
  for await (const chunk of text) {
    const lines = (begun + chunk).split('\n');
    begun = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
}

/** What is in a backup, for the operator to read. */
export function describeBackup({ takenAt, tables, files, missing }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  const held = `${rows} rows of ${Object.keys(tables).length} tables as of ${takenAt}, and ${Object.keys(files).length} files (${megabytes} MB).`;
  if (missing.length === 0) return held;
  return `${held} ${missing.length} files were lost before, and are named in manifest.json.`;
}
