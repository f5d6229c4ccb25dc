import { toScanResult } from '@lop-xanh/contract/rules/waste-result';
import type { ScanResult } from '@lop-xanh/contract/scan';
import { createRandom } from '@lop-xanh/contract/testing/random';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { openClassifier } from './classifier.ts';
import { readDefaultPack } from './waste-packs.ts';

const classifier = openClassifier();
afterAll(() => classifier.close());
const pack = readDefaultPack();

const kinds = ['wall', 'drawing', 'noise', 'text'] as const;
const imagesPerKind = 25;

function draw(kind: (typeof kinds)[number], index: number): Sharp {
  const random = createRandom(index + 1);
  const randomInt = (below: number) => Math.floor(random() * below);
  const [width, height] = index % 2 === 0 ? [640, 480] : [480, 640];
  const colour = (from = 0) => {
    const channel = () => from + randomInt(256 - from);
    return `rgb(${channel()},${channel()},${channel()})`;
  };
  if (kind === 'noise') {
    const side = 16 * 2 ** (index % 5);
    const pixels = Uint8Array.from({ length: side * side * 3 }, () => randomInt(256));
    return sharp(pixels, { raw: { width: side, height: side, channels: 3 } }).resize(width, height);
  }
  const content = {
    wall: () => `<rect width="100%" height="100%" fill="url(#light)"/>`,
    drawing: () =>
      Array.from({ length: 3 + randomInt(9) }, () =>
        randomInt(2) === 0
          ? `<circle cx="${randomInt(width)}" cy="${randomInt(height)}" r="${20 + randomInt(120)}" fill="${randomInt(2) ? colour() : 'none'}" stroke="${colour()}" stroke-width="${1 + randomInt(9)}"/>`
          : `<path d="M${randomInt(width)} ${randomInt(height)} L${randomInt(width)} ${randomInt(height)} Q${randomInt(width)} ${randomInt(height)} ${randomInt(width)} ${randomInt(height)}" fill="none" stroke="${colour()}" stroke-width="${1 + randomInt(9)}"/>`,
      ).join(''),
    text: () => {
      const size = 14 + randomInt(40);
      return Array.from({ length: Math.ceil(height / size / 1.4) }, (_, line) => {
        const words = Array.from({ length: 12 }, () => (randomInt(90_000) + 10_000).toString(36));
        return `<text x="12" y="${(line + 1) * size * 1.4}" font-size="${size}" fill="${colour()}">${words.join(' ')}</text>`;
      }).join('');
    },
  }[kind]();
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><linearGradient id="light" x2="1" y2="${index % 3}">
        <stop offset="0" stop-color="${colour(120)}"/><stop offset="1" stop-color="${colour(120)}"/>
      </linearGradient></defs>
      <rect width="100%" height="100%" fill="${kind === 'wall' ? 'white' : colour(190)}"/>${content}</svg>`),
  );
}

test('at least eighty of a hundred images without waste get no result', async () => {
  const results: (ScanResult | null)[] = [];
  for (const kind of kinds) {
    for (let index = 0; index < imagesPerKind; index++) {
      const bytes = await draw(kind, index).jpeg({ quality: 90 }).toBuffer();
      const classification = await classifier.classify(
        `data:image/jpeg;base64,${bytes.toString('base64')}`,
      );
      results.push(toScanResult(classification, pack));
    }
  }
  expect(results).toHaveLength(100);
  expect(results.filter((result) => result === null).length).toBeGreaterThanOrEqual(80);
}, 240_000);
