import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type PluginOption } from 'vite';

/** Screens of the office: there is no work to do there without the server. */
const needsServer =
  /\/(accounts-page|lessons-management-page|student-history-page|teacher-history-page)\./;

/** Builds the service worker, by these plugins too, with the list of the files that the app needs to open offline. */
export function serviceWorker({ plugins }: { plugins: PluginOption[] }): Plugin {
  return {
    name: 'lop-xanh:service-worker',
    apply: 'build',
    async writeBundle({ dir: outDir = 'dist' }, bundle) {
      const precached = Object.values(bundle)
        .filter(({ fileName }) => isPrecached(fileName))
        .map((file) => ({
          url: `/${file.fileName}`,
          // A hashed name is a version of its own.
          revision: file.fileName.startsWith('static/')
            ? null
            : versionOf(file.type === 'asset' ? file.source : file.code),
        }));
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        plugins,
        define: { precached: JSON.stringify(precached) },
        build: {
          outDir,
          emptyOutDir: false,
          modulePreload: false,
          rolldownOptions: {
            input: fileURLToPath(new URL('worker.ts', import.meta.url)),
            output: { entryFileNames: 'service-worker.js' },
          },
        },
      });
    },
  };
}

/** One font file is enough where a browser knows WOFF2, and all that run the app do. */
function isPrecached(name: string): boolean {
  return /\.(js|css|html|woff2)$/.test(name) && !needsServer.test(`/${name}`);
}

function versionOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
