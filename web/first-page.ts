import type { InlineConfig, Plugin, Rolldown } from 'vite';
import { prerenderPages } from './prerender.ts';

/**
 * Writes the first pages, their files and the URL of the API into the HTML, where `public/first-page.js` finds
 * them. `createConfig` returns what the first pages are rendered with.
 */
export function firstPage(createConfig: () => InlineConfig): Plugin {
  return {
    name: 'lop-xanh:first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const visitor = listFiles(bundle, 'login-page');
        const member = listFiles(bundle, 'member-pages');
        const other = listFiles(bundle, 'other-pages').filter((file) => !member.includes(file));
        const styles = visitor.filter((file) => file.endsWith('.css'));
        const templates = (await prerenderPages(createConfig())).map(
          ({ name, language, html: page }) =>
            `<template data-page="${name}" data-language="${language}">${page}</template>`,
        );
        return html
          .replace('</head>', `${styles.map(linkStyle).join('')}</head>`)
          .replace('<!-- first pages -->', () => templates.join(''))
          .replace(
            'src="/first-page.js"',
            `$& data-visitor="${visitor.filter((file) => !styles.includes(file)).join(' ')}" data-member="${member.join(' ')}" data-other="${other.join(' ')}" data-host="${process.env.VITE_API_HOST ?? ''}"`,
          );
      },
    },
  };
}

/** Without the styles of the login page, what is prerendered would be shown before they have loaded. */
const linkStyle = (file: string) => `<link rel="stylesheet" crossorigin href="${file}">`;

/** The script of a page, and the scripts and styles that it imports and the HTML does not. */
function listFiles(bundle: Rolldown.OutputBundle, name: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const page = chunks.find((chunk) => chunk.name === name);
  if (!page) throw new Error(`There is no chunk '${name}'.`);
  const scripts = [page, ...chunks.filter(({ fileName }) => page.imports.includes(fileName))];
  const files = scripts
    .filter(({ isEntry }) => !isEntry)
    .flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);
  return files.map((file) => `/${file}`);
}
