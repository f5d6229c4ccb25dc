import { launch } from 'chrome-launcher';
import { findFullBrowser } from '../../../scripts/browser.mjs';
import { runProcess } from '../harness/run-process.ts';

const browserPath = findFullBrowser();

/** A fresh Chromium without background traffic; reports its debugging port. */
await runProcess<'browser'>(async (_, waitUntilStopped) => {
  const chromium = await launch({
    ...(browserPath && { chromePath: browserPath }),
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
    await waitUntilStopped(chromium.port);
  } finally {
    chromium.kill();
  }
});
