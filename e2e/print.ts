import { expect, type Page } from '@playwright/test';

const shortSidePt = 595;
const longSidePt = 842;

/** Expects that the page prints on a single A4 page. */
export async function expectSinglePage(
  page: Page,
  orientation: 'landscape' | 'portrait',
): Promise<void> {
  const file = await page.pdf({ preferCSSPageSize: true });
  expect(countPages(file)).toBe(1);
  const pdf = file.toString('latin1');
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  const isLandscape = orientation === 'landscape';
  expect(Number(width)).toBeCloseTo(isLandscape ? longSidePt : shortSidePt, -1);
  expect(Number(height)).toBeCloseTo(isLandscape ? shortSidePt : longSidePt, -1);
}

export function countPages(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}
