import { launch } from 'chrome-launcher';
import { findBrowser } from '../../../scripts/browser.mjs';
import { whenStarted } from '../harness/started.ts';

const found = findBrowser();

/** A fresh Chromium that calls nobody; ready with the port that steers it. */
await whenStarted<'browser'>(async (_, untilUnneeded) => {
  const chromium = await launch({
    ...(found && { chromePath: found }),
    chromeFlags: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    handleSIGINT: false,
  });
  try {
    await untilUnneeded(chromium.port);
  } finally {
    chromium.kill();
  }
});
