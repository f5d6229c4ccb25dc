import { expect, type Page } from '@playwright/test';

const shortSidePt = 595;
const longSidePt = 842;

/** Expects that the page prints on A4, by default on a single page. */
export async function expectPaper(
  page: Page,
  orientation: 'landscape' | 'portrait',
  maxPages = 1,
): Promise<void> {
  const file = await page.pdf({ preferCSSPageSize: true });
  expect(countPages(file)).toBeLessThanOrEqual(maxPages);
  const pdf = file.toString('latin1');
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  const isLandscape = orientation === 'landscape';
  expect(Number(width)).toBeCloseTo(isLandscape ? longSidePt : shortSidePt, -1);
  expect(Number(height)).toBeCloseTo(isLandscape ? shortSidePt : longSidePt, -1);
}

export function countPages(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}
