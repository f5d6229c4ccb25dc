import type { Cell } from 'write-excel-file/node';

type Style = Omit<Extract<Cell, { value?: unknown }>, 'value' | 'type'>;

export const border = { borderStyle: 'thin', borderColor: '#C9D6CC' } as const;
export const heading = { ...border, fontWeight: 'bold', backgroundColor: '#E4F3E8' } as const;
export const centred = { align: 'center', alignVertical: 'center' } as const;

/** The library supports landscape, but not yet "fit to page". */
export const fitToOnePage = {
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml: string) =>
          xml
            .replace('<sheetViews>', '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>')
            .replace('<pageSetup ', '<pageSetup fitToWidth="1" fitToHeight="1" '),
      },
    },
  },
};

/** A cell that stays text whatever it begins with, even after editing. */
export function text(value: string, style: Style = {}): Cell {
  return { value: removeUnprintable(value), type: String, format: '@', ...style };
}

export function number(value: number, style: Style = {}): Cell {
  return { value, type: Number, ...style };
}

/** How many were present, in percent; empty if nobody was counted. */
export function rateCell(present = 0, total = 0): Cell {
  if (total === 0) return text('', border);
  return number(present / total, { ...border, ...centred, format: '0%' });
}

/** Removes the characters that XML cannot represent. */
export function removeUnprintable(value: string): string {
  return value.replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** Makes any name of a class or user safe for use in a file name. */
export function fileNamePart(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
}
