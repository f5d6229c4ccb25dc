import { constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defaultClientConditions, defineConfig } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { codeSplitting } from './code-splitting.ts';
import { endpointsOnly } from './endpoints-only.ts';
import { firstPage } from './first-page.ts';
import { language } from './language-plugin.ts';
import { mantineStyles } from './mantine-styles.ts';
import { serviceWorker } from './service-worker/plugin.ts';
import { mixins } from './style-mixins.ts';
import { buildTarget } from './supported-browsers.ts';
import { viewportFallback } from './viewport-fallback.ts';

const serverUrl = 'http://127.0.0.1:3000';

/** Brotli's default quality is the best, 11: slow to build, small to download. */
const compressFiles = () =>
  compression({ algorithms: ['brotliCompress', 'gzip'], logLevel: 'silent' });

/** For the classifier's runtime of 14 MB, quality 11 takes minutes, and 9 a few seconds. */
const compressRuntime = () =>
  compression({
    include: /\.wasm$/,
    algorithms: [
      defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    ],
    logLevel: 'silent',
  });

const scriptNames = 'static/js/[name].[hash].chunk.js';

/** What the first pages are rendered with at build time too. */
const createSharedConfig = () => ({
  plugins: [endpointsOnly(), language(), mantineStyles(), react()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  css: { postcss: { plugins: [mantine({ mixins }), viewportFallback()] } },
});

const { plugins, resolve, css } = createSharedConfig();

export default defineConfig({
  plugins: [
    plugins,
    firstPage(createSharedConfig),
    serviceWorker({ plugins: [compressFiles()] }),
    compressFiles(),
    compressRuntime(),
  ],
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: scriptNames } } },
  resolve,
  css,
  server: { proxy: { '/api': serverUrl, '/uploads': serverUrl } },
  build: {
    target: buildTarget,
    modulePreload: { polyfill: false },
    // The Content-Security-Policy forbids data: fonts, and separate files can be cached forever.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: scriptNames,
        chunkFileNames: scriptNames,
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.css')
            ? 'static/css/[name].[hash][extname]'
            : 'static/media/[name].[hash][extname]',
        codeSplitting,
      },
    },
  },
});
