/** Whether a text contains every word of a query, ignoring case and diacritics: 'nuoc sach' finds 'Nước sạch'. */
export function matchesSearch(text: string, query: string): boolean {
  const plainText = toPlainText(text);
  return toPlainText(query)
    .split(/\s+/)
    .every((word) => plainText.includes(word));
}

function toPlainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase();
}
