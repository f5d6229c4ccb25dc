import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails for everything on the page that shuts someone out. `variant` says how the page is shown. */
export async function expectAccessible(page: Page, variant = page.url()): Promise<void> {
  // The other mode opens a page for frames, which we do not have.
  const { violations, passes } = await new AxeBuilder({ page })
    .setLegacyMode()
    // Of what passes, one element for each rule: a page with many rows has thousands.
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(passes.length).toBeGreaterThan(0);
  const findings = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`,
  );
  expect(findings, variant).toEqual([]);
}
