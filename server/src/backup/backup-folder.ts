import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';

/*
 * A backup is a folder with `tables/` (the rows of each table as gzipped JSON lines), `uploads/` (the files
 * that those rows reference) and `manifest.json`, which describes both and is written last.
 */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();
/** Rejects paths that lead out of the storage. */
const fileName = z.string().regex(/^\w+\/\w+\.\w+$/);

const manifest = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** The migrations that the schema had. */
  migrations: z.array(z.string()),
  tables: z.record(z.string(), z.object({ rows: count, sha256 })),
  counters: z.record(z.string(), count),
  files: z.record(fileName, z.object({ bytes: count, sha256 })),
  /** Files that rows reference but the storage no longer had. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifest>;

export const manifestFile = (folder: string) => join(folder, 'manifest.json');
export const tableFile = (folder: string, name: string) =>
  join(folder, 'tables', `${name}.jsonl.gz`);
export const uploadFile = (folder: string, name: string) => join(folder, 'uploads', name);

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => {
    throw new OperatorError(`There is no complete backup in ${folder}: manifest.json is missing.`);
  });
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new OperatorError(`The backup in ${folder} cannot be read: manifest.json is damaged.`);
  }
}

/** Passes the content of a file through; `digest` is complete at the end. */
export async function* digestBytes(
  content: AsyncIterable<Buffer>,
  digest: { bytes: number; sha256: string },
) {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    digest.bytes += chunk.length;
    yield chunk;
  }
  digest.sha256 = hash.digest('hex');
}

/** Reads the lines of a table in batches. */
export async function readLines<T>(
  path: string,
  consume: (batches: AsyncIterable<string[]>) => Promise<T>,
): Promise<T> {
  return pipeline(createReadStream(path), createGunzip().setEncoding('utf8'), (text) =>
    consume(splitLines(text as AsyncIterable<string>)),
  );
}

async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let partial = '';
  for await (const chunk of text) {
    const lines = (partial + chunk).split('\n');
    partial = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
}

/** A summary for the operator. */
export function describeBackup({ takenAt, tables, files, missing }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  const summary = `${rows} rows of ${Object.keys(tables).length} tables as of ${takenAt}, and ${Object.keys(files).length} files (${megabytes} MB).`;
  if (missing.length === 0) return summary;
  return `${summary} ${missing.length} files were already missing; manifest.json lists them.`;
}
