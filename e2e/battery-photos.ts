import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

interface Ground {
  photo: string;
  /** The part that is shown, from 0 to 1: left, top, width and height. */
  part: [number, number, number, number];
}

/** No openly licensed photos of batteries exist, so we draw cells on photographed grounds: wood, fur, cardboard, paper. */
const grounds: Ground[] = [
  { photo: 'faces/coffee.jpg', part: [0, 0.3, 0.2, 0.4] },
  { photo: 'faces/cat.jpg', part: [0.3, 0, 0.35, 0.35] },
  { photo: 'cardboard.jpg', part: [0.35, 0.35, 0.35, 0.35] },
  { photo: 'cardboard.jpg', part: [0, 0, 0.3, 0.25] },
];

/** Draws photos of batteries, always the same ones, no two of them alike. */
export async function drawBatteries(page: Page, count: number): Promise<Buffer[]> {
  const read = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
  const photographed = grounds.map(({ photo, part }) => ({
    photo: `data:image/jpeg;base64,${read(photo).toString('base64')}`,
    part,
  }));
  const photos = await page.evaluate(drawInPage, { grounds: photographed, count });
  return photos.map((dataUrl) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'));
}

/** Runs in the page. */
async function drawInPage({ grounds, count }: { grounds: Ground[]; count: number }) {
  const [width, height] = [640, 480];
  const labels = [
    ['#1d1d1f', '#b87333', '#f5f5f0'],
    ['#c8a227', '#1d1d1f', '#ffffff'],
    ['#b3261e', '#e0e0e0', '#ffffff'],
    ['#1f5fa8', '#e8e8e8', '#ffffff'],
    ['#2f7d3b', '#d9d9d9', '#ffffff'],
  ] as const;
  const images = await Promise.all(
    grounds.map(async ({ photo, part }) => {
      const image = new Image();
      image.src = photo;
      await image.decode();
      return { image, part };
    }),
  );

  /** From 0 to 1, spread evenly over the photos. */
  const spread = (index: number, step: number) => (index * step) % 1;

  /** A cell of length 4, with its plus at the right end. */
  const drawCell = (context: CanvasRenderingContext2D, index: number) => {
    const [body, band, ink] = labels[index % labels.length] ?? labels[0];
    context.shadowColor = 'rgb(0 0 0 / 55%)';
    context.shadowBlur = 18;
    context.shadowOffsetX = 6;
    context.shadowOffsetY = 10;
    context.fillStyle = body;
    context.fillRect(-2, -0.5, 4, 1);
    context.shadowColor = 'transparent';
    context.fillStyle = '#c9c9c9';
    context.fillRect(2, -0.18, 0.16, 0.36);
    context.fillRect(-2.04, -0.46, 0.06, 0.92);
    context.fillStyle = band;
    context.fillRect(1, -0.5, 1, 1);
    context.fillStyle = ink;
    context.font = '700 0.42px sans-serif';
    context.fillText('AA 1.5V', -1.6, 0.16);
    context.fillText('+', 1.45, 0.16);
    const shine = context.createLinearGradient(0, -0.5, 0, 0.5);
    shine.addColorStop(0, 'rgb(0 0 0 / 55%)');
    shine.addColorStop(0.28, 'rgb(255 255 255 / 60%)');
    shine.addColorStop(0.45, 'rgb(255 255 255 / 0%)');
    shine.addColorStop(1, 'rgb(0 0 0 / 65%)');
    context.fillStyle = shine;
    context.fillRect(-2.04, -0.5, 4.2, 1);
  };

  return Array.from({ length: count }, (_, index) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const { image, part } = images[index % images.length] as (typeof images)[number];
    const [left, top, partWidth, partHeight] = part;
    // Half of the part, out of focus behind the cell.
    context.filter = 'blur(2px)';
    context.drawImage(
      image,
      (left + (partWidth / 2) * spread(index, 0.618)) * image.width,
      (top + (partHeight / 2) * spread(index, 0.414)) * image.height,
      (partWidth / 2) * image.width,
      (partHeight / 2) * image.height,
      0,
      0,
      width,
      height,
    );
    context.filter = 'none';
    context.translate(width / 2, height / 2);
    context.rotate(spread(index, 0.618) * Math.PI);
    const size = 88 + 34 * spread(index, 0.271);
    context.scale(size, size);
    drawCell(context, index);
    return canvas.toDataURL('image/jpeg', 0.85);
  });
}
