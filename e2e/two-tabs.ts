import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserType, Page } from '@playwright/test';
import { desktop, openAs } from './login.ts';
import { expect } from './test.ts';
import type { UnreliableNetwork } from './unreliable-network.ts';

/** A device with the feed open in two tabs. Its browser can be restarted and keeps what a browser keeps. */
export interface TwoTabs {
  readonly tabs: readonly [Page, Page];
  restart: () => Promise<void>;
  /** Installs a release that changes every script, and updates both tabs to it. */
  update: (version: string) => Promise<void>;
  remove: () => Promise<void>;
}

export async function openTwoTabs(
  browserType: BrowserType,
  network: UnreliableNetwork,
  username: string,
): Promise<TwoTabs> {
  const profile = await mkdtemp(join(tmpdir(), 'lop-xanh-profile-'));
  const launch = () =>
    browserType.launchPersistentContext(profile, { viewport: desktop, baseURL: network.address });
  const openTabs = async (): Promise<[Page, Page]> => {
    const [first = await context.newPage()] = context.pages();
    return [first, await context.newPage()];
  };

  let context: BrowserContext = await launch();
  let tabs = await openTabs();
  await openAs(tabs[0], username);
  await tabs[0].evaluate(() => navigator.serviceWorker.ready);
  // Only a page that the worker loaded is updated with it.
  for (const tab of tabs) await tab.goto('/');

  return {
    get tabs() {
      return tabs;
    },
    async restart() {
      await context.close();
      context = await launch();
      tabs = await openTabs();
      for (const tab of tabs) await tab.goto('/');
    },
    async update(version) {
      network.condition = 'up';
      network.version = version;
      const [tab] = tabs;
      await tab.evaluate(async () => (await navigator.serviceWorker.ready).update());
      const offer = tab.getByRole('button', { name: 'Cập nhật', exact: true });
      await expect(offer).toBeVisible();
      const loaded = tabs.map((each) => each.waitForEvent('load'));
      await offer.click();
      await Promise.all(loaded);
    },
    async remove() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
