/** Returns Unicode NFC with single spaces. */
export function normalizeText(text: string | null): string {
  return (text ?? '').normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}
