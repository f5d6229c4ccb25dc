import { limits } from '@lop-xanh/contract/rules/limits';

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
  const picture = await createImageBitmap(file);
  const scale = limits.photoSidePx / Math.max(picture.width, picture.height);
  if (scale >= 1) {
    picture.close();
    return file;
  }
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return file;
  // JPEG has no transparency, and without a ground it would turn black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();

  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/jpeg', quality);
  });
  if (!blob) return file;
  return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type });
}
