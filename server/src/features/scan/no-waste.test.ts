import { resultOf } from '@lop-xanh/contract/rules/waste-answer';
import type { ScanResult } from '@lop-xanh/contract/scan';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { seeded } from '../../testing/seeded.ts';
import { openClassifier } from './classifier.ts';
import { readWasteTable } from './waste-table.ts';

const classifier = openClassifier();
afterAll(() => classifier.close());
const table = readWasteTable();

const kinds = ['wall', 'drawing', 'noise', 'text'] as const;
const each = 25;

function draw(kind: (typeof kinds)[number], index: number): Sharp {
  const random = seeded(index + 1);
  const number = (below: number) => Math.floor(random() * below);
  const [width, height] = index % 2 === 0 ? [640, 480] : [480, 640];
  const colour = (from = 0) => {
    const part = () => from + number(256 - from);
    return `rgb(${part()},${part()},${part()})`;
  };
  if (kind === 'noise') {
    const side = 16 * 2 ** (index % 5);
    const pixels = Uint8Array.from({ length: side * side * 3 }, () => number(256));
    return sharp(pixels, { raw: { width: side, height: side, channels: 3 } }).resize(width, height);
  }
  const inside = {
    wall: () => `<rect width="100%" height="100%" fill="url(#light)"/>`,
    drawing: () =>
      Array.from({ length: 3 + number(9) }, () =>
        number(2) === 0
          ? `<circle cx="${number(width)}" cy="${number(height)}" r="${20 + number(120)}" fill="${number(2) ? colour() : 'none'}" stroke="${colour()}" stroke-width="${1 + number(9)}"/>`
          : `<path d="M${number(width)} ${number(height)} L${number(width)} ${number(height)} Q${number(width)} ${number(height)} ${number(width)} ${number(height)}" fill="none" stroke="${colour()}" stroke-width="${1 + number(9)}"/>`,
      ).join(''),
    text: () => {
      const size = 14 + number(40);
      return Array.from({ length: Math.ceil(height / size / 1.4) }, (_, line) => {
        const words = Array.from({ length: 12 }, () => (number(90_000) + 10_000).toString(36));
        return `<text x="12" y="${(line + 1) * size * 1.4}" font-size="${size}" fill="${colour()}">${words.join(' ')}</text>`;
      }).join('');
    },
  }[kind]();
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><linearGradient id="light" x2="1" y2="${index % 3}">
        <stop offset="0" stop-color="${colour(120)}"/><stop offset="1" stop-color="${colour(120)}"/>
      </linearGradient></defs>
      <rect width="100%" height="100%" fill="${kind === 'wall' ? 'white' : colour(190)}"/>${inside}</svg>`),
  );
}

test('of a hundred pictures that show no waste, at least eighty are answered with null', async () => {
  const results: (ScanResult | null)[] = [];
  for (const kind of kinds) {
    for (let index = 0; index < each; index++) {
      const bytes = await draw(kind, index).jpeg({ quality: 90 }).toBuffer();
      const opinion = await classifier.classify(
        `data:image/jpeg;base64,${bytes.toString('base64')}`,
      );
      results.push(resultOf(opinion, table));
    }
  }
  expect(results).toHaveLength(100);
  expect(results.filter((result) => result === null).length).toBeGreaterThanOrEqual(80);
}, 240_000);
