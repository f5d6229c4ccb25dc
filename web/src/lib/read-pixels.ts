interface Size {
  width: number;
  height: number;
}

/** Draws a photo at this size and returns the pixels of the view, as red, green, blue and alpha. */
export function readPixels(
  photo: CanvasImageSource,
  drawn: Size,
  view: Size = drawn,
): Uint8ClampedArray {
  // Not an OffscreenCanvas, which is newer than some browsers we support.
  const canvas = Object.assign(document.createElement('canvas'), view);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser does not support a 2D canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(photo, 0, 0, drawn.width, drawn.height);
  return context.getImageData(0, 0, view.width, view.height).data;
}
