import { expect, type Locator } from '@playwright/test';

const stepMs = 20;
/** Longer than any fade in or out. */
const fadeMs = 1000;

/** Expects that what an action shows stays visible for `ms` of the page's clock, which the test advances. */
export async function expectVisibleFor(
  locator: Locator,
  ms: number,
  action: () => Promise<void>,
): Promise<void> {
  const { clock } = locator.page();
  await clock.install();
  await clock.pauseAt(Date.now() + fadeMs);
  await action();
  await expect(async () => {
    await clock.runFor(stepMs);
    expect(await locator.count()).toBe(1);
  }).toPass();
  await clock.runFor(ms - 5 * stepMs);
  await expect(locator).toBeVisible();
  await clock.runFor(5 * stepMs + fadeMs);
  await expect(locator).toHaveCount(0);
  await clock.resume();
}
