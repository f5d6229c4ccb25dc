import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

/** The file does not follow its container format. */
export class UnreadableVideo extends Error {}

const pageBytes = 64 * 1024;
/** More than an hour of video with every sample in a box of its own. */
const maxSteps = 2_000_000;
const zeros = Buffer.alloc(1024 * 1024);

/**
 * A local video file that is edited in place, with one page of it in memory. Reads are synchronous, so use
 * it only in a worker thread.
 */
export class VideoFile {
  readonly #file: number;
  readonly #page = Buffer.alloc(pageBytes);
  #pageAt = 0;
  #pageLength = 0;
  #size: number;
  #steps = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'r+');
    this.#size = fstatSync(this.#file).size;
  }

  get size(): number {
    return this.#size;
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Call this for each part: a file of too many tiny parts is rejected. */
  countStep(): void {
    if (++this.#steps > maxSteps) throw new UnreadableVideo('too many parts');
  }

  bytes(at: number, length: number): Buffer {
    if (!Number.isSafeInteger(at) || at < 0 || length < 0 || at + length > this.#size)
      throw new UnreadableVideo('truncated');
    if (length > pageBytes) {
      const large = Buffer.allocUnsafe(length);
      if (readSync(this.#file, large, 0, length, at) < length)
        throw new UnreadableVideo('truncated');
      return large;
    }
    if (at < this.#pageAt || at + length > this.#pageAt + this.#pageLength) {
      this.#pageAt = at;
      this.#pageLength = readSync(this.#file, this.#page, 0, pageBytes, at);
      if (this.#pageLength < length) throw new UnreadableVideo('truncated');
    }
    return this.#page.subarray(at - this.#pageAt, at - this.#pageAt + length);
  }

  u32(at: number): number {
    return this.bytes(at, 4).readUInt32BE();
  }

  write(at: number, bytes: Uint8Array): void {
    writeSync(this.#file, bytes, 0, bytes.length, at);
    this.#pageLength = 0;
  }

  blank(from: number, end: number): void {
    for (let at = from; at < end; at += zeros.length) {
      this.write(at, zeros.subarray(0, Math.min(zeros.length, end - at)));
    }
  }

  /** Drops everything beyond this size. */
  cut(size: number): void {
    ftruncateSync(this.#file, size);
    this.#size = size;
    this.#pageLength = 0;
  }
}
