import { CacheFirst, type PrecacheEntry, Serwist } from 'serwist';

/** Filled in by the build: the page and all files that the app needs offline. */
declare const precached: PrecacheEntry[];

const serwist = new Serwist({
  precacheEntries: precached,
  precacheOptions: {
    cleanupOutdatedCaches: true,
    navigateFallback: '/index.html',
    navigateFallbackDenylist: [/^\/(api|static|uploads)(\/|$)/],
  },
  // Cached when the scan page first loads the on-device classifier, which is too large to precache.
  runtimeCaching: [
    {
      matcher: ({ url }) => /^\/static\/media\/.+\.(wasm|onnx)$/.test(url.pathname),
      handler: new CacheFirst({ cacheName: 'scanner' }),
    },
  ],
});

serwist.addEventListeners();
