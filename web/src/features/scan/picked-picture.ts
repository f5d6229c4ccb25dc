import { limits } from '@lop-xanh/contract/rules/limits';
import { drawnPhoto } from '../../lib/drawn-photo.ts';

/** A chosen file as the camera would have taken it: upright, no larger, JPEG. */
export async function pictureFrom(file: File): Promise<string> {
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' });
  return drawnPhoto(photo, limits.cameraWidth).toDataURL('image/jpeg', limits.screenshotQuality);
}
