import { expect, type Page } from '@playwright/test';

const shortSide = 595;
const longSide = 842;

/** On paper the page is one sheet of A4 that lies or stands. */
export async function expectOneSheet(page: Page, way: 'landscape' | 'portrait'): Promise<void> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  const isLandscape = way === 'landscape';
  expect(Number(width)).toBeCloseTo(isLandscape ? longSide : shortSide, -1);
  expect(Number(height)).toBeCloseTo(isLandscape ? shortSide : longSide, -1);
}
