import { limits } from '@lop-xanh/contract/rules/limits';
import { drawPhoto } from '../../lib/draw-photo.ts';

const jpegQuality = 0.85;

/** GIFs are excluded: a canvas would keep only the first frame. */
export const isStillPhoto = (file: File): boolean =>
  file.type.startsWith('image/') && file.type !== 'image/gif';

const shrunkFiles = new WeakMap<File, File>();

/** Scales a photo down to the largest size the app shows. Cached, so that a retry reuses the result. */
export async function shrinkPhoto(file: File): Promise<File> {
  const cached = shrunkFiles.get(file);
  if (cached) return cached;
  const shrunk = isStillPhoto(file) ? await downscalePhoto(file).catch(() => file) : file;
  shrunkFiles.set(file, shrunk);
  return shrunk;
}

async function downscalePhoto(file: File): Promise<File> {
  const photo = await createImageBitmap(file);
  if (Math.max(photo.width, photo.height) <= limits.maxPhotoSidePx) {
    photo.close();
    return file;
  }
  const canvas = drawPhoto(photo, limits.maxPhotoSidePx);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', jpegQuality);
  });
  if (!blob) return file;
  return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type });
}
