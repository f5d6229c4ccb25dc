/** '+84 912.345.678' and 912345678, which lost its zero in a spreadsheet, become '0912345678'. */
export function normalizePhone(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  return digits.replace(/^84(?=\d{9}$)/, '0').replace(/^(?=[1-9]\d{8}$)/, '0');
}

export function isPhoneNumber(normalized: string): boolean {
  return /^0\d{8,10}$/.test(normalized);
}
