/** What the modules of the first page use of a browser while they are loaded and rendered. */
const storage = { getItem: () => null };
Object.assign(globalThis, {
  window: { addEventListener: () => undefined },
  document: { documentElement: { dataset: {} }, getElementById: () => null },
  location: { href: 'http://localhost/login', pathname: '/login', search: '', hash: '' },
  history: { state: null, replaceState: () => undefined },
  localStorage: storage,
  sessionStorage: storage,
});
