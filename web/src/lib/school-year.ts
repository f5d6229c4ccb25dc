/** A school year is named by its first calendar year: 2026 is '2026–2027'. */
export function formatSchoolYear(year: number): string {
  return `${year}–${year + 1}`;
}
