import { drawPhoto } from '../../lib/draw-photo.ts';
import { blurPixels } from './blur-pixels.ts';
import type { Area } from './find-faces.ts';
import type { Mark } from './mark-faces.ts';

/** Photos of 12 megapixels keep their size; phones cannot draw much larger ones. */
const maxSidePx = 4096;
const jpegQuality = 0.92;

interface BlurredPhoto {
  original: File;
  marks: readonly Mark[];
}

/** Until the post is sent, the author can take a blur back. */
const blurredPhotos = new WeakMap<File, BlurredPhoto>();

export const countBlurredFaces = (file: File): number => blurredPhotos.get(file)?.marks.length ?? 0;

/** What a photo was before its faces were blurred, and where they are. */
export const readBlurredPhoto = (file: File): BlurredPhoto =>
  blurredPhotos.get(file) ?? { original: file, marks: [] };

export const openPhoto = async (file: File, maxPx: number): Promise<HTMLCanvasElement> =>
  drawPhoto(await createImageBitmap(file), maxPx);

/** The same photo without what these marks cover; it is encoded again, so that nothing of them is left. */
export async function blurPhoto(original: File, marks: readonly Mark[]): Promise<File> {
  if (marks.length === 0) return original;
  const canvas = await openPhoto(original, maxSidePx);
  blurAreas(canvas, marks);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', jpegQuality);
  });
  if (!blob) throw new Error('This browser could not encode the photo.');
  const name = original.name.replace(/(\.\w+)?$/, '.jpg');
  const blurred = new File([blob], name, { type: blob.type });
  blurredPhotos.set(blurred, { original, marks });
  return blurred;
}

export function blurAreas(canvas: HTMLCanvasElement, areas: readonly Area[]): void {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser does not support canvas.');
  for (const area of areas) {
    const left = Math.round(area.left * canvas.width);
    const top = Math.round(area.top * canvas.height);
    const width = Math.max(1, Math.round(area.width * canvas.width));
    const height = Math.max(1, Math.round(area.height * canvas.height));
    const pixels = context.getImageData(left, top, width, height);
    blurPixels(pixels);
    context.putImageData(pixels, left, top);
  }
}
