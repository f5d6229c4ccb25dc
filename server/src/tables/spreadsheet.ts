import type { Cell } from 'write-excel-file/node';

type Style = Omit<Extract<Cell, { value?: unknown }>, 'value' | 'type'>;

/** A cell that stays text whatever it begins with, even after editing. */
export function text(value: string, style: Style = {}): Cell {
  return { value: removeUnprintable(value), type: String, format: '@', ...style };
}

export function number(value: number, style: Style = {}): Cell {
  return { value, type: Number, ...style };
}

/** Removes the characters that XML cannot represent. */
export function removeUnprintable(value: string): string {
  return value.replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** Makes any name of a class or user safe for use in a file name. */
export function fileNamePart(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
}
