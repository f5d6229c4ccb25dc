import { limits } from '@lop-xanh/contract/rules/limits';
import { drawPhoto } from '../../lib/draw-photo.ts';

/** Converts a photo file to what the camera would have taken: upright, of the same width, JPEG. */
export async function photoToDataUrl(file: File): Promise<string> {
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' });
  return drawPhoto(photo, limits.cameraWidthPx).toDataURL('image/jpeg', limits.screenshotQuality);
}
