/** Whether a text holds every word of a query, whatever their case and marks: 'nuoc sach' finds 'Nước sạch'. */
export function isFoundIn(text: string, query: string): boolean {
  const plain = plainText(text);
  return plainText(query)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase();
}
