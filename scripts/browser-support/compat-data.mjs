/* oxlint-disable no-underscore-dangle -- the names of MDN's data */
import { createRequire } from 'node:module';
import { oldestBrowsers } from '../../web/supported-browsers.ts';

const { api, css, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** The oldest browsers that the app runs in, by MDN's names. */
const promised = {
  chrome: oldestBrowsers.chrome,
  chrome_android: oldestBrowsers.chrome,
  webview_android: oldestBrowsers.chrome,
  edge: oldestBrowsers.edge,
  firefox: oldestBrowsers.firefox,
  safari: oldestBrowsers.safari,
  safari_ios: oldestBrowsers.ios,
};

/** Whether every promised browser has a feature, as far as MDN knows. */
export function isPromised(feature) {
  return listSupport(feature).every(({ entries, version }) =>
    entries.some((entry) => hasVersion(entry, version)),
  );
}

/** Whether a promised browser got a feature only in a later version; one that never gets it does not count. */
export function isNewer(feature) {
  return listSupport(feature).some(
    ({ entries, version }) =>
      entries.some(({ version_added }) => version_added) &&
      !entries.some((entry) => hasVersion(entry, version)),
  );
}

function listSupport(feature) {
  const support = feature?.__compat?.support ?? {};
  return Object.entries(promised)
    .filter(([browser]) => browser in support)
    .map(([browser, version]) => ({ entries: [support[browser]].flat(), version }));
}

function hasVersion({ version_added, version_removed, prefix, alternative_name, flags }, version) {
  if (!version_added || version_added === 'preview' || prefix || alternative_name || flags) {
    return false;
  }
  return (
    compareVersions(version_added, version) <= 0 &&
    !(version_removed && compareVersions(version_removed, version) <= 0)
  );
}

function compareVersions(a, b) {
  const [aMajor, aMinor = 0] = a.replace('≤', '').split('.').map(Number);
  const [bMajor, bMinor = 0] = b.split('.').map(Number);
  return aMajor - bMajor || aMinor - bMinor;
}

const { builtins } = javascript;

/** The globals of browsers with their members. */
export const globals = new Map(
  Object.entries({ ...api.Window, ...api, ...builtins }).filter(
    ([name, feature]) => /^\w+$/.test(name) && feature.__compat,
  ),
);

/** Every feature that is a member with this name, of any object. */
export const members = new Map();
/** The events with this name, of any object. */
export const events = new Map();
for (const type of [builtins, builtins.Intl, api].flatMap((parent) => Object.values(parent))) {
  for (const [key, feature] of Object.entries(type)) {
    if (!feature.__compat?.status?.standard_track || feature.__compat.status.experimental) continue;
    const [, name, kind] = /^(.+?)(_static|_event)?$/.exec(key);
    const index = kind === '_event' ? events : members;
    index.set(name, [...(index.get(name) ?? []), feature]);
  }
}

export { css };
