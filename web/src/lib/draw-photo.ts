/** Draws a photo on a canvas with this maximum side length, and closes the photo. */
export function drawPhoto(photo: ImageBitmap, maxSidePx: number): HTMLCanvasElement {
  const scale = Math.min(1, maxSidePx / Math.max(photo.width, photo.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(photo.width * scale));
  canvas.height = Math.max(1, Math.round(photo.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser does not support canvas.');
  // JPEG has no transparency: without a background it would turn black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  photo.close();
  return canvas;
}
