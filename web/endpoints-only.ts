import { type Plugin, runnerImport } from 'vite';

type ModuleExports = Record<string, unknown>;
interface EndpointRoute {
  method: string;
  path: string;
}

/**
 * The server validates requests, so the browser needs only the methods and paths of the contract's
 * endpoints. This strips the schemas and keeps zod out of the first load. Types are unaffected; importing
 * a schema at run time fails the build.
 */
export function endpointsOnly(): Plugin {
  return {
    name: 'lop-xanh:endpoints-only',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/, code: /from 'zod'/ },
      async handler(_, id) {
        const { module } = await runnerImport<ModuleExports>(id, { configFile: false });
        const lines = Object.entries(module).flatMap(([name, value]) => {
          const stripped = Array.isArray(value) ? value : pickRoutes(value);
          return stripped ? `export const ${name} = ${JSON.stringify(stripped)};` : [];
        });
        return { code: lines.join('\n'), map: null };
      },
    },
  };
}

function pickRoutes(endpoints: unknown): Record<string, EndpointRoute> | undefined {
  const entries = Object.entries(endpoints as object);
  if (entries.length === 0 || !entries.every(([, value]) => isRoute(value))) return undefined;
  return Object.fromEntries(entries.map(([name, { method, path }]) => [name, { method, path }]));
}

function isRoute(value: unknown): value is EndpointRoute {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
