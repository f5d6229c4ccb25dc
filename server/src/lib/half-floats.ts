/** The value of each of the 65,536 half-precision floats. */
const values = Float32Array.from({ length: 0x1_00_00 }, (_, bits) => {
  const sign = bits & 0x80_00 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3_ff;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
});

/** Reads little-endian half-precision floats. */
export function decodeHalves(bytes: Uint8Array): Float32Array {
  const floats = new Float32Array(bytes.length >> 1);
  for (let i = 0; i < floats.length; i++) {
    floats[i] = values[(bytes[2 * i] ?? 0) | ((bytes[2 * i + 1] ?? 0) << 8)] ?? 0;
  }
  return floats;
}

/** Writes floats of at most 65,504 as little-endian half-precision floats, rounded to the nearest. */
export function encodeHalves(floats: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(2 * floats.length);
  for (const [index, value] of floats.entries()) bytes.writeUInt16LE(toHalf(value), 2 * index);
  return bytes;
}

function toHalf(value: number): number {
  const sign = value < 0 ? 0x80_00 : 0;
  const size = Math.abs(value);
  // Rounding up may carry into the exponent, which gives the next larger value, as it should.
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  return sign | (((exponent + 15) << 10) + Math.round((size / 2 ** exponent - 1) * 1024));
}
