import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defaultClientConditions, defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { limits } from '../contract/src/rules/limits.ts';
import { endpointsOnly } from './endpoints-only.ts';

const server = 'http://127.0.0.1:3000';

/** `@mixin mobile` and `@mixin desktop`, so that style sheets share the product's one breakpoint. */
const breakpoints = {
  mobile: { [`@media (width <= ${limits.mobileWidthPx}px)`]: { '@mixin-content': {} } },
  desktop: { [`@media (width > ${limits.mobileWidthPx}px)`]: { '@mixin-content': {} } },
};

export default defineConfig({
  // Brotli's own default is its best quality, 11: slow here, small for every visitor.
  plugins: [
    endpointsOnly(),
    react(),
    compression({ algorithms: ['brotliCompress', 'gzip'], logLevel: 'silent' }),
  ],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  css: { postcss: { plugins: [mantine({ mixins: breakpoints })] } },
  server: { proxy: { '/api': server, '/uploads': server } },
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    // The strict content policy allows no data: fonts, and a file can be cached for ever.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: 'static/js/[name].[hash].chunk.js',
        chunkFileNames: 'static/js/[name].[hash].chunk.js',
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.css')
            ? 'static/css/[name].[hash][extname]'
            : 'static/media/[name].[hash][extname]',
      },
    },
  },
});
