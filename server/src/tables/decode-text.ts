import { TableError } from './table-error.ts';

/** Decodes UTF-8 and UTF-16, with or without a byte order mark, or else Windows-1258, the code page of a Vietnamese Windows. */
export function decodeText(bytes: Uint8Array): string {
  const unicode = detectUtf16(bytes) ?? 'utf-8';
  try {
    return new TextDecoder(unicode, { fatal: true }).decode(bytes);
  } catch {
    if (unicode !== 'utf-8') throw new TableError('table_not_unicode');
  }
  if (hasOldLetters(new TextDecoder('windows-1252').decode(bytes))) {
    throw new TableError('table_old_letters');
  }
  // Its tones are combining characters, which only NFC puts on their letters.
  const text = new TextDecoder('windows-1258').decode(bytes).normalize('NFC');
  if (!commonWords.test(text)) throw new TableError('table_not_unicode');
  return text;
}

function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // Digits, commas and spaces have a zero byte in UTF-16, and no text in another encoding has one.
  const sample = bytes.subarray(0, 2_000);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) (zeros[index % 2] as number)++;
  const [even, odd] = zeros as [number, number];
  if (even + odd < sample.length / 10) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Nearly every list of students has one of these in its headings or names. */
const commonWords =
  /(?<!\p{L})(?:họ|tên|lớp|ngày|nữ|số|điện|nguyễn|trần|lê|phạm|đặng|bùi|võ|thị|văn)(?!\p{L})/iu;

const oldLetters = [
  // TCVN3: 'Hä vµ tªn', 'Líp', 'NguyÔn ThÞ'
  /(?<!\p{L})(?:hä vµ|tªn|líp|nguyÔn|trÇn|ph¹m|ngµy|thÞ|v¨n)(?!\p{L})/iu,
  // VNI: 'Hoï vaø teân', 'Lôùp', 'Nguyeãn Thò'
  /(?<!\p{L})(?:hoï|teân|lôùp|nguyeãn|traàn|phaïm|ngaøy|vaên|hoï vaø)(?!\p{L})/iu,
];
/** Before Unicode, fonts drew Vietnamese letters in the place of others. */
const hasOldLetters = (text: string) => oldLetters.some((pattern) => pattern.test(text));

const sampleRows = 40;

/** A workbook is always Unicode, but its texts may have been typed for such a font. */
export function refuseOldLetters(sheets: readonly { rows: readonly unknown[][] }[]): void {
  for (const { rows } of sheets) {
    const sample = rows.slice(0, sampleRows).flat();
    const text = sample.filter((cell) => typeof cell === 'string').join(' ');
    if (hasOldLetters(text.slice(0, 20_000).normalize('NFC'))) {
      throw new TableError('table_old_letters');
    }
  }
}
