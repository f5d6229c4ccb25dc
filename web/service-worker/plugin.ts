import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite';
import { buildTarget } from '../supported-browsers.ts';

/** Administration pages and settings, which are of no use offline. */
const onlineOnlyPages = [
  'features/accounts/accounts-page.tsx',
  'features/dashboard/dashboard-page.tsx',
  'features/dashboard/school-overview-page.tsx',
  'features/audit/audit-page.tsx',
  'features/cards/card-scanner.tsx',
  'features/cards/cards-page.tsx',
  'features/classes/substitute-dialog.tsx',
  'features/history/student-history-page.tsx',
  'features/history/student-report.tsx',
  'features/history/teacher-history-page.tsx',
  'features/lessons/lesson-editor-page.tsx',
  'features/lessons/lessons-management-page.tsx',
  'features/moderation/moderation-page.tsx',
  'features/reports/reports-page.tsx',
  'features/moderation/class-comments-dialog.tsx',
  'features/moderation/comment-settings-dialog.tsx',
  'features/attendance-overview/attendance-overview-page.tsx',
  'features/people/person-page.tsx',
  'features/student-import/import-page.tsx',
  'features/privacy/privacy-page.tsx',
  'features/teaching/teach-page.tsx',
];

/** The scripts that the page loads before the app. */
const publicScripts = ['first-page.js', 'old-browser.js'];

/** Builds the service worker with the list of files to precache for offline use. `plugins` apply to its build. */
export function serviceWorker({ plugins }: { plugins: PluginOption[] }): Plugin {
  return {
    name: 'lop-xanh:service-worker',
    apply: 'build',
    async writeBundle({ dir: outDir = 'dist' }, bundle) {
      const onlineOnlyFiles = findOnlineOnlyFiles(bundle);
      const precached = Object.values(bundle)
        .filter(({ fileName }) => isAppFile(fileName) && !onlineOnlyFiles.has(fileName))
        .map((file) => ({
          url: `/${file.fileName}`,
          // A hashed file name needs no revision.
          revision: file.fileName.startsWith('static/')
            ? null
            : hashContent(file.type === 'asset' ? file.source : file.code),
        }));
      for (const name of publicScripts) {
        const script = readFileSync(new URL(`../public/${name}`, import.meta.url));
        precached.push({ url: `/${name}`, revision: hashContent(script) });
      }
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        plugins,
        define: { precached: JSON.stringify(precached) },
        build: {
          target: buildTarget,
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

/** WOFF2 fonts are enough: every supported browser reads them. */
function isAppFile(name: string): boolean {
  return /\.(js|css|html|svg|woff2)$/.test(name);
}

/** The scripts and styles that only online-only pages import. */
function findOnlineOnlyFiles(bundle: Rolldown.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const pageFiles = onlineOnlyPages.map((page) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${page}`)));
    if (!chunk) throw new Error(`No chunk contains the online-only page '${page}'.`);
    return chunk.fileName;
  });
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  const otherFiles = collectImports(bundle, entries, new Set(pageFiles));
  return collectImports(bundle, pageFiles, otherFiles);
}

/** These chunks and everything they import, styles included, except the excluded files. */
function collectImports(
  bundle: Rolldown.OutputBundle,
  roots: string[],
  excluded: Set<string>,
): Set<string> {
  const found = new Set(roots);
  for (const name of found) {
    const file = bundle[name];
    if (file?.type !== 'chunk') continue;
    const styles = file.viteMetadata?.importedCss ?? [];
    for (const imported of [...file.imports, ...file.dynamicImports, ...styles]) {
      if (!excluded.has(imported)) found.add(imported);
    }
  }
  return found;
}

function hashContent(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
