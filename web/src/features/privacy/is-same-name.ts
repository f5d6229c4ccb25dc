/** Whether a typed name is this one; devices type Vietnamese letters in different encodings. */
export function isSameName(typed: string, name: string): boolean {
  return normalize(typed) === normalize(name);
}

function normalize(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}
