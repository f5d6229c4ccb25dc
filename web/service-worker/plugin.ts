import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite';

/** The pages of the office: there is no work to do there without the server. */
const officePages = [
  'app/pages/accounts-route.tsx',
  'app/pages/dashboard-page.tsx',
  'features/audit/audit-page.tsx',
  'features/history/student-history-page.tsx',
  'features/history/teacher-history-page.tsx',
  'features/lessons/lessons-management-page.tsx',
];

/** Builds the service worker, by these plugins too, with the list of the files that the app needs to open offline. */
export function serviceWorker({ plugins }: { plugins: PluginOption[] }): Plugin {
  return {
    name: 'lop-xanh:service-worker',
    apply: 'build',
    async writeBundle({ dir: outDir = 'dist' }, bundle) {
      const ofOffice = filesOfOffice(bundle);
      const precached = Object.values(bundle)
        .filter(({ fileName }) => isOfApp(fileName) && !ofOffice.has(fileName))
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
function isOfApp(name: string): boolean {
  return /\.(js|css|html|woff2)$/.test(name);
}

/** The scripts and styles that nothing but a page of the office leads to. */
function filesOfOffice(bundle: Rolldown.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const office = officePages.map((page) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${page}`)));
    if (!chunk) throw new Error(`No chunk holds the page of the office '${page}'.`);
    return chunk.fileName;
  });
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  const elsewhere = filesFrom(bundle, entries, new Set(office));
  return filesFrom(bundle, office, elsewhere);
}

/** All that these chunks lead to, themselves and their styles included, but for these files. */
function filesFrom(bundle: Rolldown.OutputBundle, from: string[], not: Set<string>): Set<string> {
  const found = new Set(from);
  for (const name of found) {
    const file = bundle[name];
    if (file?.type !== 'chunk') continue;
    const styles = file.viteMetadata?.importedCss ?? [];
    for (const next of [...file.imports, ...file.dynamicImports, ...styles]) {
      if (!not.has(next)) found.add(next);
    }
  }
  return found;
}

function versionOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
