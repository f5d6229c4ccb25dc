import { constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defaultClientConditions, defineConfig } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { endpointsOnly } from './endpoints-only.ts';
import { serviceWorker } from './service-worker/plugin.ts';
import { mixins } from './style-mixins.ts';

const server = 'http://127.0.0.1:3000';

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
  css: { postcss: { plugins: [mantine({ mixins })] } },
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
