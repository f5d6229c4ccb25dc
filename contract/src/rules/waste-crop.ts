/** The classifier's input is the centre square of the image, this wide, in RGB bytes. */
export const cropPx = 256;

/** The width and height of an image scaled to this short side. */
export function scaleShortSide(width: number, height: number, shortSide: number): [number, number] {
  const scale = shortSide / Math.min(width, height);
  const scaled = (side: number) => Math.max(shortSide, Math.floor(side * scale + 0.5));
  return [scaled(width), scaled(height)];
}

export interface RawImage {
  pixels: Uint8Array | Uint8ClampedArray;
  /** 3, or 4 with an alpha channel, which is ignored. */
  channels: 3 | 4;
  width: number;
  height: number;
}

/** Crops exactly as the training does (ml/photos.py): every library scales a little differently. */
export function cropImage({ pixels, channels, width, height }: RawImage): Uint8Array {
  const [scaledWidth, scaledHeight] = scaleShortSide(width, height, cropPx);
  const columns = computeSamples(width, scaledWidth);
  const rows = computeSamples(height, scaledHeight);
  const narrowed = new Uint8Array(height * cropPx * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < cropPx; x++) {
      const { first, weights } = columns[x] as Samples;
      let [red, green, blue] = [0.5, 0.5, 0.5];
      let at = (y * width + first) * channels;
      for (let tap = 0; tap < weights.length; tap++) {
        const weight = weights[tap] as number;
        red += weight * (pixels[at] as number);
        green += weight * (pixels[at + 1] as number);
        blue += weight * (pixels[at + 2] as number);
        at += channels;
      }
      const offset = (y * cropPx + x) * 3;
      narrowed[offset] = red;
      narrowed[offset + 1] = green;
      narrowed[offset + 2] = blue;
    }
  }
  const crop = new Uint8Array(cropPx * cropPx * 3);
  const stride = cropPx * 3;
  for (let y = 0; y < cropPx; y++) {
    const { first, weights } = rows[y] as Samples;
    for (let x = 0; x < stride; x++) {
      let sum = 0.5;
      let at = first * stride + x;
      for (let tap = 0; tap < weights.length; tap++) {
        sum += (weights[tap] as number) * (narrowed[at] as number);
        at += stride;
      }
      crop[y * stride + x] = sum;
    }
  }
  return crop;
}

interface Samples {
  first: number;
  weights: Float64Array;
}

/** The source pixels and weights of each cropped pixel: a triangle filter as wide as the scale factor. */
function computeSamples(from: number, to: number): Samples[] {
  const scale = from / to;
  const reach = Math.max(1, scale);
  const offset = Math.floor((to - cropPx) / 2);
  return Array.from({ length: cropPx }, (_, index) => {
    const centre = (index + offset + 0.5) * scale;
    const first = Math.max(0, Math.floor(centre - reach + 0.5));
    const last = Math.min(from, Math.floor(centre + reach + 0.5));
    const weights = Array.from({ length: last - first }, (_, i) =>
      Math.max(0, 1 - Math.abs(first + i - centre + 0.5) / reach),
    );
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return { first, weights: Float64Array.from(weights, (weight) => weight / total) };
  });
}

/** Classifying the mirror image too and averaging both results is more accurate. */
export function mirrorCrop(crop: Uint8Array): Uint8Array {
  const mirrored = new Uint8Array(crop.length);
  const stride = cropPx * 3;
  for (let row = 0; row < crop.length; row += stride) {
    for (let x = 0; x < stride; x++) {
      const channel = x % 3;
      mirrored[row + stride - 3 - (x - channel) + channel] = crop[row + x] as number;
    }
  }
  return mirrored;
}
