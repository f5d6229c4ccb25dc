import type { Cell } from 'write-excel-file/node';

type Style = Omit<Extract<Cell, { value?: unknown }>, 'value' | 'type'>;

/** Kept as text whatever it begins with, also after somebody edits it. */
export function text(value: string, style: Style = {}): Cell {
  return { value: printable(value), type: String, format: '@', ...style };
}

export function number(value: number, style: Style = {}): Cell {
  return { value, type: Number, ...style };
}

/** Without the characters that XML has no way to write. */
function printable(value: string): string {
  return value.replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** For the name of a file, whatever a class or a person is called. */
export function fileNamePart(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
}
