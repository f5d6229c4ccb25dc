import { CacheFirst, type PrecacheEntry, Serwist } from 'serwist';

/** Put in by the build: the page and everything that its screens need. */
declare const precached: PrecacheEntry[];

const serwist = new Serwist({
  precacheEntries: precached,
  precacheOptions: {
    cleanupOutdatedCaches: true,
    navigateFallback: '/index.html',
    navigateFallbackDenylist: [/^\/(api|static|uploads)(\/|$)/],
  },
  // The scan page puts the classifier of the device there; it is too large to fetch for everybody.
  runtimeCaching: [
    {
      matcher: ({ url }) => /^\/static\/media\/.+\.(wasm|onnx)$/.test(url.pathname),
      handler: new CacheFirst({ cacheName: 'scanner' }),
    },
  ],
});

serwist.addEventListeners();
