import { existsSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * Each component of Mantine brings its own styles, so that a page fetches those of the components that it uses, and
 * no more. They are in a layer: ours win in any order.
 */
export function mantineStyles(): Plugin {
  return {
    name: 'lop-xanh:mantine-styles',
    apply: 'build',
    transform: {
      filter: { id: /\/@mantine\/core\/esm\/.*\/(\w+)\/\1\.mjs$/ },
      handler(code, id) {
        const [folder, name] = id.split(/\/esm\/.*\//) as [string, string];
        const sheet = `${folder}/styles/${name.replace('.mjs', '.layer.css')}`;
        // The last import, because the styles of the components that it builds on come first.
        return existsSync(sheet) ? { code: `${code}\nimport '${sheet}';`, map: null } : null;
      },
    },
  };
}
