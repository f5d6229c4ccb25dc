/** What a classifier looks at: the middle square of the picture, in bytes of red, green and blue. */
export const viewPx = 256;

/** The sizes of a picture whose short side is scaled to this. */
export function scaledTo(width: number, height: number, shortSide: number): [number, number] {
  const scale = shortSide / Math.min(width, height);
  const scaled = (side: number) => Math.max(shortSide, Math.floor(side * scale + 0.5));
  return [scaled(width), scaled(height)];
}

export interface Picture {
  pixels: Uint8Array | Uint8ClampedArray;
  /** 3, or 4 with a transparency that is passed over. */
  channels: 3 | 4;
  width: number;
  height: number;
}

/** Cuts the view exactly as the training does (ml/photos.py); every library scales a little differently. */
export function cutView({ pixels, channels, width, height }: Picture): Uint8Array {
  const [across, down] = scaledTo(width, height, viewPx);
  const columns = samplesOf(width, across);
  const rows = samplesOf(height, down);
  const narrowed = new Uint8Array(height * viewPx * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < viewPx; x++) {
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
      const place = (y * viewPx + x) * 3;
      narrowed[place] = red;
      narrowed[place + 1] = green;
      narrowed[place + 2] = blue;
    }
  }
  const view = new Uint8Array(viewPx * viewPx * 3);
  const stride = viewPx * 3;
  for (let y = 0; y < viewPx; y++) {
    const { first, weights } = rows[y] as Samples;
    for (let x = 0; x < stride; x++) {
      let sum = 0.5;
      let at = first * stride + x;
      for (let tap = 0; tap < weights.length; tap++) {
        sum += (weights[tap] as number) * (narrowed[at] as number);
        at += stride;
      }
      view[y * stride + x] = sum;
    }
  }
  return view;
}

interface Samples {
  first: number;
  weights: Float64Array;
}

/** For each pixel of the middle, which source pixels it is made of: a triangle as wide as the scale is steep. */
function samplesOf(from: number, to: number): Samples[] {
  const scale = from / to;
  const reach = Math.max(1, scale);
  const offset = Math.floor((to - viewPx) / 2);
  return Array.from({ length: viewPx }, (_, index) => {
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

/** A bottle is a bottle from either side, so the mean of what is said of both is the better guess. */
export function mirrored(view: Uint8Array): Uint8Array {
  const turned = new Uint8Array(view.length);
  const stride = viewPx * 3;
  for (let row = 0; row < view.length; row += stride) {
    for (let x = 0; x < stride; x++) {
      const channel = x % 3;
      turned[row + stride - 3 - (x - channel) + channel] = view[row + x] as number;
    }
  }
  return turned;
}
