import { type Plugin, runnerImport } from 'vite';

type Exports = Record<string, unknown>;
interface Address {
  method: string;
  path: string;
}

/**
 * The server checks what it is sent, so of the contract's modules with schemas the browser gets only
 * the endpoints' methods and paths, and zod stays out of the first load. Types are untouched; a
 * schema imported at run time fails the build.
 */
export function endpointsOnly(): Plugin {
  return {
    name: 'lop-xanh:endpoints-only',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/, code: /from 'zod'/ },
      async handler(_, id) {
        const { module } = await runnerImport<Exports>(id, { configFile: false });
        const lines = Object.entries(module).flatMap(([name, value]) => {
          const kept = Array.isArray(value) ? value : addressesIn(value);
          return kept ? `export const ${name} = ${JSON.stringify(kept)};` : [];
        });
        return { code: lines.join('\n'), map: null };
      },
    },
  };
}

function addressesIn(table: unknown): Record<string, Address> | undefined {
  const entries = Object.entries(table as object);
  if (entries.length === 0 || !entries.every(([, value]) => isAddress(value))) return undefined;
  return Object.fromEntries(entries.map(([name, { method, path }]) => [name, { method, path }]));
}

function isAddress(value: unknown): value is Address {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
