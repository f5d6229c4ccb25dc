import { test as base } from '@playwright/test';

export * from '@playwright/test';

/** Closes the browser contexts that a test opened itself: every open page keeps polling and slows the tests after it. */
export const test = base.extend<{ closeContexts: undefined }>({
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      for (const context of browser.contexts()) await context.close();
    },
    { auto: true },
  ],
});
