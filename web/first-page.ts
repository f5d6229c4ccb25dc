import type { Plugin, Rolldown } from 'vite';

/** Writes the files of the first page and the URL of the API into the HTML, where `public/first-page.js` finds them. */
export function firstPage(): Plugin {
  return {
    name: 'lop-xanh:first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html.replace(
          'src="/first-page.js"',
          `$& data-visitor="${listFiles(bundle, 'login-page')}" data-member="${listFiles(bundle, 'member-pages')}" data-host="${process.env.VITE_API_HOST ?? ''}"`,
        ),
    },
  };
}

/** The script of a page, and the scripts and styles that it imports and the HTML does not. */
function listFiles(bundle: Rolldown.OutputBundle, name: string): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const page = chunks.find((chunk) => chunk.name === name);
  if (!page) throw new Error(`There is no chunk '${name}'.`);
  const scripts = [page, ...chunks.filter(({ fileName }) => page.imports.includes(fileName))];
  const files = scripts
    .filter(({ isEntry }) => !isEntry)
    .flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);
  return files.map((file) => `/${file}`).join(' ');
}
