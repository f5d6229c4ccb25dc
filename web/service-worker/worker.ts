import { CacheFirst, ExpirationPlugin, NetworkFirst, type PrecacheEntry, Serwist } from 'serwist';
import { networkLimits } from '../src/lib/network-limits.ts';
import { lessonPicturesCache, lessonPicturesPath } from '../src/lib/picture-cache.ts';
import { addPushListeners } from './push.ts';

/** Filled in by the build: the page and all files that the app needs offline. */
declare const precached: PrecacheEntry[];

const serwist = new Serwist({
  precacheEntries: precached,
  precacheOptions: {
    cleanupOutdatedCaches: true,
    navigateFallback: '/index.html',
    navigateFallbackDenylist: [/^\/(api|static|uploads)(\/|$)/],
  },
  // From the first visit on, so that what it shows is stored.
  clientsClaim: true,
  runtimeCaching: [
    // Teaching material, the same for everyone in a grade. It is stored without the signature, which changes.
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(lessonPicturesPath),
      handler: new NetworkFirst({
        cacheName: lessonPicturesCache,
        networkTimeoutSeconds: networkLimits.readMs / 1_000,
        matchOptions: { ignoreVary: true },
        plugins: [
          { cacheKeyWillBeUsed: async ({ request }) => request.url.replace(/\?.*/, '') },
          new ExpirationPlugin({ maxEntries: 100, maxAgeSeconds: 30 * 86_400 }),
        ],
      }),
    },
    // The browser asks the server before each use of a photo; only without a network may it show those that
    // it has in its own cache.
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/uploads/'),
      handler: ({ request }) =>
        fetch(request).catch(() => fetch(new Request(request, { cache: 'force-cache' }))),
    },
    // Cached when a page first loads a model that runs on the device, which is too large to precache.
    {
      matcher: ({ url }) => /^\/static\/media\/.+\.(wasm|onnx)$/.test(url.pathname),
      handler: new CacheFirst({ cacheName: 'scanner' }),
    },
  ],
});

serwist.addEventListeners();
addPushListeners();
