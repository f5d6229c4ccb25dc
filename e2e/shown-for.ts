import { expect, type Locator } from '@playwright/test';

const stepMs = 20;
/** What fades in or out has done so by then. */
const fadeMs = 1000;

/** What an act brings up stays for so long by the page's own clock, which runs by hand meanwhile. */
export async function expectShownFor(
  shown: Locator,
  ms: number,
  act: () => Promise<void>,
): Promise<void> {
  const { clock } = shown.page();
  await clock.install();
  await clock.pauseAt(Date.now() + fadeMs);
  await act();
  await expect(async () => {
    await clock.runFor(stepMs);
    expect(await shown.count()).toBe(1);
  }).toPass();
  await clock.runFor(ms - 5 * stepMs);
  await expect(shown).toBeVisible();
  await clock.runFor(5 * stepMs + fadeMs);
  await expect(shown).toHaveCount(0);
  await clock.resume();
}
