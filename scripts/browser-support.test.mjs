import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { expect, test } from 'vitest';
import { oldestBrowsers } from '../web/supported-browsers.ts';
import { listNewerScriptFeatures } from './browser-support/scripts.mjs';
import { listNewerStyleFeatures } from './browser-support/styles.mjs';
import { root } from './prepare.mjs';
import { findRelease } from './releases.mjs';

/** What the built files may use although a promised browser lacks it, by the reason why nothing breaks there. */
const allowed = {
  'lib/newer-array-methods.ts adds them': ['.toReversed()', '.toSorted()', '.toSpliced()'],
  'the code asks first whether the browser has it': [
    '.addRoutes()',
    '.clearAppBadge()',
    '.exitFullscreen()',
    '.exitPictureInPicture()',
    '.getAuthenticatorData()',
    '.getNotifications()',
    '.getPublicKey()',
    '.getPublicKeyAlgorithm()',
    '.getSubscription()',
    '.getTransports()',
    '.isConditionalMediationAvailable()',
    '.requestAdapter()',
    '.requestFullscreen()',
    '.requestPermission()',
    '.setAppBadge()',
    '.showNotification()',
    '.skipTransition()',
    '.startViewTransition()',
    '.subscribe()',
    '.toBase64()',
    '.unsubscribe()',
    '.waitAsync()',
    '.yield()',
    'Atomics.waitAsync',
    'Float16Array',
    'Notification',
    'Notification.permission',
    'Notification.requestPermission',
    'OffscreenCanvas',
    'SharedArrayBuffer',
    'TouchEvent',
    'cancelIdleCallback',
    'navigation',
    'requestIdleCallback',
    'setImmediate',
  ],
  'a method of ours or of a library, not of the browser': [
    '.destroy()',
    '.dispose()',
    '.grow()',
    '.handle()',
    '.ic()',
    '.isActive()',
    '.move()',
    '.queue()',
    '.resize()',
    '.s()',
    '.take()',
    '.toArray()',
    '.use()',
  ],
  'spacing and looks of Mantine’s components': [
    ':has(.m_2bb2e9e5:only-child)',
    ':has([data-combined-clear-section])',
    ':has([data-mantine-scrollbar])',
    ':has(input:disabled)',
  ],
  'the input inside shows the same': [':has(:checked)', ':has(:focus-visible)'],
  'it only improves the looks, the printed margins or the scrolling': [
    ':has(>:only-child)',
    ':has([aria-expanded=true])',
    ':has([data-sticky])',
    '@page',
    'contain-intrinsic-size',
    'content-visibility',
    'content-visibility: auto',
    'scrollbar-width',
    'scrollbar-width: none',
    'size',
    'text-box-edge',
    'text-box-edge: alphabetic',
    'text-box-edge: cap',
    'text-box-trim',
    'text-box-trim: trim-both',
    'text-wrap',
    'text-wrap: balance',
  ],
  'Chrome 103 and 104 show the layout for a wide panel': [
    '@container',
    'container',
    'container-type',
    'container-type: inline-size',
    'container: inline-size',
  ],
};

const finders = { js: listNewerScriptFeatures, css: listNewerStyleFeatures };

/** What the built files use that a promised browser may lack, with the files. */
function listNewerFeatures() {
  const release = findRelease(root);
  if (!release) throw new Error('This test reads the built files: run `npm start` or `npm test`.');
  const folder = join(release, 'web/dist');
  const found = new Map();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const list = finders[file.split('.').at(-1)];
    for (const feature of list?.(readFileSync(join(folder, file), 'utf8')) ?? []) {
      found.set(feature, [...(found.get(feature) ?? []), file]);
    }
  }
  return found;
}

test('every promised browser has what the built files use', () => {
  const found = listNewerFeatures();
  const allowedFeatures = new Set(Object.values(allowed).flat());
  const broken = [...found].filter(([feature]) => !allowedFeatures.has(feature));
  expect(Object.fromEntries(broken)).toEqual({});
  // What is no longer used need not be allowed.
  expect([...allowedFeatures].filter((feature) => !found.has(feature))).toEqual([]);
});

test('the check finds newer syntax, methods, globals, events and media queries in scripts', () => {
  for (const [code, feature] of [
    ['[3, 1].toSorted()', '.toSorted()'],
    ['Object.groupBy([], String)', 'Object.groupBy'],
    ['Array.fromAsync([])', 'Array.fromAsync'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['new Set().union(new Set())', '.union()'],
    ['URL.canParse("")', 'URL.canParse'],
    ['AbortSignal.any([])', 'AbortSignal.any'],
    ['new OffscreenCanvas(1, 1)', 'OffscreenCanvas'],
    ['addEventListener.call; window.addEventListener("scrollend", () => {})', 'scrollend event'],
    ['class A { static { this.b = 1; } }', 'static block'],
    ['/(?<=a)b/', 'lookbehind in a regular expression'],
    ['window.matchMedia(`(width <= ${1}px)`)', 'media range'],
    ['matchMedia("(width >= 1px)")', 'media range'],
  ]) {
    expect({ code, found: listNewerScriptFeatures(code) }).toEqual({
      code,
      found: expect.arrayContaining([feature]),
    });
  }
  expect(listNewerScriptFeatures('/[a--b]/v')[0]).toContain('syntax newer than ES2022');
  expect(
    listNewerScriptFeatures(
      '[1].at(-1); structuredClone({}); AbortSignal.timeout(1); [1].findLast(Boolean); matchMedia(`(max-width: ${1}px)`)',
    ),
  ).toEqual([]);
});

test('the check finds newer selectors, rules, properties and values in styles', () => {
  for (const [code, feature] of [
    ['a:has(b) { color: red }', ':has(b)'],
    ['a { b { color: red } }', 'nesting'],
    ['@media (width <= 900px) { a { color: red } }', 'media range'],
    ['@container (width < 1px) { a { color: red } }', '@container'],
    ['a { height: 100dvh }', 'dvh'],
    ['a { --height: 100vh; --height: 100dvh }', 'dvh'],
    ['a { color: color-mix(in srgb, red, blue) }', 'color-mix()'],
    ['a { text-wrap: balance }', 'text-wrap: balance'],
  ]) {
    expect({ code, found: listNewerStyleFeatures(code) }).toEqual({
      code,
      found: expect.arrayContaining([feature]),
    });
  }
  expect(
    listNewerStyleFeatures(
      '@supports (height: 1dvh) { a { --height: 100dvh } } a { height: 100vh; height: 100dvh } @media (max-width: 1px) { a:not(b, c) { inset: 0 } }',
    ),
  ).toEqual([]);
});

test('the script for older browsers is one that they can run', () => {
  const script = readFileSync(join(root, 'web/public/old-browser.js'), 'utf8');
  expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow();
});

test('the README and the page for older browsers name the versions that the build is for', () => {
  const { chrome, edge, firefox, ios, safari } = oldestBrowsers;
  expect({ edge, safari }).toEqual({ edge: chrome, safari: ios });
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(readme).toContain(`Chrome, Edge and Android WebView from ${chrome}`);
  expect(readme).toContain(`Safari and iOS from ${safari}`);
  expect(readme).toContain(`Firefox from ${firefox}`);
  const page = readFileSync(join(root, 'web/index.html'), 'utf8').replace(/\s+/g, ' ');
  expect(page).toContain(`Chrome hoặc Edge từ ${chrome}`);
  expect(page).toContain(`Safari (iPhone, iPad) từ ${Number(ios)}`);
  expect(page).toContain(`Firefox từ ${firefox}`);
});
