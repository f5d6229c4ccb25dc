import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';

/** Fails for everything on the page that shuts someone out. `variant` says how the page is shown. */
export async function expectAccessible(page: Page, variant = page.url()): Promise<void> {
  // Once for each document: it is a large script.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  // Of what passes, one element for each rule: a page with many rows has thousands.
  const { violations, passes } = await page.evaluate<AxeResults>(
    'axe.run({ resultTypes: ["violations"] })',
  );
  expect(passes.length).toBeGreaterThan(0);
  const findings = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`,
  );
  expect(findings, variant).toEqual([]);
}
