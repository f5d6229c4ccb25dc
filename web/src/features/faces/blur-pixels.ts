/** RGBA values, row by row. */
interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** So few colors remain of a face that nothing can bring it back. */
const cells = 6;

/**
 * Blurs the ellipse that fills the image: only the average colors of 6 × 6 cells remain, and they
 * blend into each other. Pixels outside the photo are transparent and do not count.
 */
export function blurPixels({ data, width, height }: Pixels): void {
  const averages = averageCells({ data, width, height });
  for (let y = 0; y < height; y++) {
    const row = locate(y, height);
    for (let x = 0; x < width; x++) {
      if (!isInEllipse((x + 0.5) / width, (y + 0.5) / height)) continue;
      const column = locate(x, width);
      for (let channel = 0; channel < 3; channel++) {
        const read = (cellY: number, cellX: number) =>
          averages[(cellY * cells + cellX) * 3 + channel] ?? 0;
        const top = mix(read(row.cell, column.cell), read(row.cell, column.next), column.part);
        const bottom = mix(read(row.next, column.cell), read(row.next, column.next), column.part);
        data[(y * width + x) * 4 + channel] = mix(top, bottom, row.part);
      }
    }
  }
}

/** The average red, green and blue of each cell, row by row. */
function averageCells({ data, width, height }: Pixels): Float64Array {
  const sums = new Float64Array(cells * cells * 3);
  const weights = new Float64Array(cells * cells);
  for (let y = 0; y < height; y++) {
    const cellY = Math.floor((y * cells) / height);
    for (let x = 0; x < width; x++) {
      const cell = cellY * cells + Math.floor((x * cells) / width);
      const pixel = (y * width + x) * 4;
      const alpha = data[pixel + 3] ?? 0;
      weights[cell] = (weights[cell] ?? 0) + alpha;
      for (let channel = 0; channel < 3; channel++) {
        const index = cell * 3 + channel;
        sums[index] = (sums[index] ?? 0) + (data[pixel + channel] ?? 0) * alpha;
      }
    }
  }
  return sums.map((sum, index) => sum / (weights[Math.floor(index / 3)] || 1));
}

/** Between which two cells' centers a pixel lies, and how far from the first to the second. */
function locate(position: number, length: number): { cell: number; next: number; part: number } {
  const place = ((position + 0.5) * cells) / length - 0.5;
  const cell = Math.max(0, Math.floor(place));
  return { cell, next: Math.min(cells - 1, cell + 1), part: Math.max(0, place - cell) };
}

const mix = (a: number, b: number, part: number) => a + (b - a) * part;

const isInEllipse = (x: number, y: number) => (x - 0.5) ** 2 + (y - 0.5) ** 2 <= 0.25;
