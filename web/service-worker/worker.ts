import { type PrecacheEntry, Serwist } from 'serwist';

/** Put in by the build: the page and everything that its screens need. */
declare const precached: PrecacheEntry[];

const serwist = new Serwist({
  precacheEntries: precached,
  precacheOptions: {
    cleanupOutdatedCaches: true,
    navigateFallback: '/index.html',
    navigateFallbackDenylist: [/^\/(api|static|uploads)(\/|$)/],
  },
});

serwist.addEventListeners();
