import { readFileSync } from 'node:fs';
import sharp from 'sharp';

const folder = new URL('../features/scan/fixtures/', import.meta.url);

/** A picture as it would be photographed again and again: a little turned, cut and lit. */
export async function photographAgain(name: string, index: number): Promise<string> {
  const image = sharp(readFileSync(new URL(name, folder)));
  const { width, height } = await image.metadata();
  const cut = 1 + (index % 4);
  const turned = await image
    .extract({
      left: Math.round((cut * width) / 60),
      top: Math.round(((5 - cut) * height) / 60),
      width: Math.round(width * 0.9),
      height: Math.round(height * 0.9),
    })
    .rotate((index - 2) * 4, { background: '#808080' })
    .modulate({ brightness: 0.85 + 0.06 * index })
    .jpeg()
    .toBuffer();
  return `data:image/jpeg;base64,${turned.toString('base64')}`;
}
