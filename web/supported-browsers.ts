/** The oldest version of each browser that the app runs in, as the README promises. WebViews count as Chrome. */
export const oldestBrowsers = {
  chrome: '103',
  edge: '103',
  firefox: '115',
  ios: '16.0',
  safari: '16.0',
};

/** The same for the build: 'chrome103'. */
export const buildTarget = Object.entries(oldestBrowsers).map(([name, version]) => name + version);
