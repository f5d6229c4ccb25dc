import { constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defaultClientConditions, defineConfig } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { limits } from '../contract/src/rules/limits.ts';
import { endpointsOnly } from './endpoints-only.ts';
import { serviceWorker } from './service-worker/plugin.ts';

const server = 'http://127.0.0.1:3000';

/** The widths at which a screen changes its shape: `@mixin mobile { … }`. */
const widths = {
  phone: { [`@media (width <= ${limits.smallPostWidthPx}px)`]: { '@mixin-content': {} } },
  mobile: { [`@media (width <= ${limits.mobileWidthPx}px)`]: { '@mixin-content': {} } },
  desktop: { [`@media (width > ${limits.mobileWidthPx}px)`]: { '@mixin-content': {} } },
  wide: { '@media (width >= 1180px)': { '@mixin-content': {} } },
};

/** The looks that stand on many screens: `@mixin card;`, first in a rule, so that the rule can differ from it. */
const looks = {
  card: {
    border: '1px solid var(--line)',
    'border-radius': 'var(--radius-card)',
    background: 'var(--card)',
    'box-shadow': 'var(--shadow)',
  },
  pill: {
    display: 'inline-flex',
    flex: 'none',
    'align-items': 'center',
    gap: '0.25rem',
    'border-radius': '1rem',
    padding: '0.125rem 0.625rem',
    'font-weight': '600',
    'font-size': '0.875rem',
    'white-space': 'nowrap',
  },
  'plain-button': {
    border: '0',
    'border-radius': 'var(--radius-control)',
    background: 'none',
    cursor: 'pointer',
    color: 'inherit',
    font: 'inherit',
    'text-align': 'start',
  },
  'two-lines': {
    display: '-webkit-box',
    overflow: 'hidden',
    '-webkit-box-orient': 'vertical',
    '-webkit-line-clamp': String(limits.contentLinesOnSmallCard),
  },
};

/** Brotli's own default is its best quality, 11: slow here, small for every visitor. */
const compressed = () =>
  compression({ algorithms: ['brotliCompress', 'gzip'], logLevel: 'silent' });

/** Brotli's best quality takes minutes for the classifier's runtime of 14 MB, and 9 a few seconds. */
const compressedRuntime = () =>
  compression({
    include: /\.wasm$/,
    algorithms: [
      defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    ],
    logLevel: 'silent',
  });

/** A phone fetches a few files sooner than many small ones: what everybody sees first is one, the lessons another. */
const codeSplitting = {
  groups: [
    { name: 'index', tags: ['$initial' as const], priority: 1 },
    { name: 'lessons', test: /lessons\/lessons?-page\.tsx$/ },
    { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2 },
  ],
};

const scripts = 'static/js/[name].[hash].chunk.js';

export default defineConfig({
  plugins: [
    endpointsOnly(),
    react(),
    serviceWorker({ plugins: [compressed()] }),
    compressed(),
    compressedRuntime(),
  ],
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: scripts } } },
  resolve: { conditions: ['source', ...defaultClientConditions] },
  css: { postcss: { plugins: [mantine({ mixins: { ...widths, ...looks } })] } },
  server: { proxy: { '/api': server, '/uploads': server } },
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    // The strict content policy allows no data: fonts, and a file can be cached for ever.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: scripts,
        chunkFileNames: scripts,
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.css')
            ? 'static/css/[name].[hash][extname]'
            : 'static/media/[name].[hash][extname]',
        codeSplitting,
      },
    },
  },
});
