/** Whether a text contains one of the names as whole words, whatever the case or Unicode form. */
export function namesPerson(text: string, names: readonly string[]): boolean {
  const words = toWords(text);
  return names.map(toWords).some((name) => name.trim() !== '' && words.includes(name));
}

/** ' nguyễn thị hoa ' for 'Nguyễn Thị-Hoa'. */
function toWords(text: string): string {
  const words = text
    .normalize('NFC')
    .toLocaleLowerCase('vi')
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return ` ${words.filter(Boolean).join(' ')} `;
}
