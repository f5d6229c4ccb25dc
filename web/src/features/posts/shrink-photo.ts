import { limits } from '@lop-xanh/contract/rules/limits';
import { drawnPhoto } from '../../lib/drawn-photo.ts';

const quality = 0.85;
/** A canvas would stop an animation. */
const isLeftAlone = (file: File) => !file.type.startsWith('image/') || file.type === 'image/gif';

const shrunk = new WeakMap<File, File>();

/** Photos as large as the product shows them; a second try to send finds the first one's work. */
export async function shrinkPhoto(file: File): Promise<File> {
  const known = shrunk.get(file);
  if (known) return known;
  const small = isLeftAlone(file) ? file : await redrawn(file).catch(() => file);
  shrunk.set(file, small);
  return small;
}

async function redrawn(file: File): Promise<File> {
  const photo = await createImageBitmap(file);
  if (Math.max(photo.width, photo.height) <= limits.photoSidePx) {
    photo.close();
    return file;
  }
  const canvas = drawnPhoto(photo, limits.photoSidePx);
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/jpeg', quality);
  });
  if (!blob) return file;
  return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type });
}
