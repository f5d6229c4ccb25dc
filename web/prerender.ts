import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, type InlineConfig } from 'vite';
import type { PrerenderedPage } from './src/app/prerender.tsx';

const globals = new URL('prerender-globals.mjs', import.meta.url).href;

/** Renders the first pages of the app to HTML. `config` makes the same styles as the build of the app. */
export async function prerenderPages(config: InlineConfig): Promise<PrerenderedPage[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lop-xanh-prerender-'));
  try {
    await build({
      ...config,
      configFile: false,
      root: fileURLToPath(new URL('.', import.meta.url)),
      publicDir: false,
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: { ssr: 'src/app/prerender.tsx', outDir: folder, emptyOutDir: true },
    });
    const file = pathToFileURL(join(folder, 'prerender.js')).href;
    // A process of its own, because the modules of the app need the globals of a browser.
    const script = `import { prerenderPages } from '${file}'; console.log(JSON.stringify(await prerenderPages()));`;
    const options = { env: { ...process.env, NODE_ENV: 'production' } };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', globals, '--input-type=module', '-e', script],
      options,
    );
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
