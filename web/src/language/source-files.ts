import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const webRoot = fileURLToPath(new URL('../..', import.meta.url));

/** The modules of the web app, without tests and what they share, for the tests that read them. */
export function listSourceFiles(): string[] {
  return readdirSync(join(webRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$|\/testing\//.test(name))
    .map((name) => join(webRoot, 'src', name))
    .toSorted();
}
