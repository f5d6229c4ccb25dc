/** The classifier's input is a square this wide, in RGB bytes. */
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

/** What the classifier looks at, one after the other; averaging both results is more accurate. */
export interface WasteViews {
  /** The centre square. */
  crop: Uint8Array;
  /** The whole image squeezed into a square, as in a mirror. */
  whole: Uint8Array;
}

/** Exactly the views of ml/photos.py: every library scales a little differently. */
export function takeViews(image: RawImage): WasteViews {
  const { width, height } = image;
  const [scaledWidth, scaledHeight] = scaleShortSide(width, height, cropPx);
  const columns = computeSamples(width, scaledWidth);
  const rows = computeSamples(height, scaledHeight);
  const allColumns = computeSamples(width, cropPx).toReversed();
  const allRows = computeSamples(height, cropPx);
  return {
    crop: resample(image, columns, rows),
    whole: resample(image, allColumns, allRows),
  };
}

const stride = cropPx * 3;

function resample(image: RawImage, columns: Samples[], rows: Samples[]): Uint8Array {
  return resampleRows(resampleColumns(image, columns, rows), rows);
}

/** Only where the rows need it. */
function resampleColumns(
  { pixels, channels, width, height }: RawImage,
  columns: Samples[],
  rows: Samples[],
): Uint8Array {
  const narrowed = new Uint8Array(height * stride);
  const top = (rows.at(0) as Samples).first;
  const last = rows.at(-1) as Samples;
  const bottom = last.first + last.weights.length;
  for (let y = top; y < bottom; y++) {
    let offset = y * stride;
    for (let x = 0; x < cropPx; x++) {
      const { first, weights } = columns[x] as Samples;
      const taps = weights.length;
      let red = 0.5;
      let green = 0.5;
      let blue = 0.5;
      let at = (y * width + first) * channels;
      for (let tap = 0; tap < taps; tap++) {
        const weight = weights[tap] as number;
        red += weight * (pixels[at] as number);
        green += weight * (pixels[at + 1] as number);
        blue += weight * (pixels[at + 2] as number);
        at += channels;
      }
      narrowed[offset] = red;
      narrowed[offset + 1] = green;
      narrowed[offset + 2] = blue;
      offset += 3;
    }
  }
  return narrowed;
}

function resampleRows(narrowed: Uint8Array, rows: Samples[]): Uint8Array {
  const resampled = new Uint8Array(cropPx * stride);
  const sums = new Float64Array(stride);
  for (let y = 0; y < cropPx; y++) {
    const { first, weights } = rows[y] as Samples;
    sums.fill(0.5);
    for (let tap = 0; tap < weights.length; tap++) {
      const weight = weights[tap] as number;
      const start = (first + tap) * stride;
      for (let x = 0; x < stride; x++) {
        sums[x] = (sums[x] as number) + weight * (narrowed[start + x] as number);
      }
    }
    resampled.set(sums, y * stride);
  }
  return resampled;
}

interface Samples {
  first: number;
  weights: Float64Array;
}

/** The source pixels and weights of each pixel of the centre: a triangle filter as wide as the scale factor. */
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
