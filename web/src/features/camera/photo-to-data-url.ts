import { limits } from '@lop-xanh/contract/rules/limits';
import { drawPhoto } from '../../lib/draw-photo.ts';

/**
 * Converts a photo file to what the camera would have taken: upright, of the same width, JPEG. Upright is the
 * default; older browsers reject the option that says so.
 */
export async function photoToDataUrl(file: File): Promise<string> {
  const photo = await createImageBitmap(file);
  return drawPhoto(photo, limits.cameraWidthPx).toDataURL('image/jpeg', limits.screenshotQuality);
}
