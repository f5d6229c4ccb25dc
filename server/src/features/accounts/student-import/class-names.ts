import { removeDiacritics } from '@lop-xanh/contract/rules/names';
import { normalizeText } from '../../../lib/normalize-text.ts';

const lastGrade = 5;

/** 'Lớp 3 A', '3a', '3/A' and '3A' are one class; a school that writes 3/1 means 3/1. */
export function toClassKey(name: string): string {
  return removeDiacritics(name)
    .replace(/^\s*lop\b/, '')
    .replaceAll(/[^a-z0-9]/g, '');
}

/** How a new class is named, and its grade; undefined for what names no class of a primary school. */
export function readClassName(text: string): { name: string; grade_id: number } | undefined {
  const plain = normalizeText(text).replace(/^l[ớo]p\s*:?\s*/iu, '');
  const [, grade = '', letter] = /^([1-9])\s*[/.-]?\s*(\p{L}\d{0,2})$/u.exec(plain) ?? [];
  const [, numberedGrade = grade, separator = '', number] =
    /^([1-9])\s*([/.-])\s*(\d{1,2})$/.exec(plain) ?? [];
  const grade_id = Number(numberedGrade);
  if (grade_id < 1 || grade_id > lastGrade) return undefined;
  if (letter) return { name: `${grade_id}${letter.toLocaleUpperCase('vi')}`, grade_id };
  return number ? { name: `${grade_id}${separator}${number}`, grade_id } : undefined;
}

/** '3A', 'Lớp 3A' or 'DANH SÁCH HỌC SINH LỚP 3A NĂM HỌC 2026–2027'. */
export function findClassInText(text: string): string | undefined {
  const plain = normalizeText(text);
  if (readClassName(plain)) return readClassName(plain)?.name;
  const [, named = ''] =
    /(?:^|[^\p{L}])l[ớo]p\s*:?\s*([1-9]\s*[/.-]?\s*(?:\p{L}|\d{1,2})\d?)(?![\p{L}\d])/iu.exec(
      plain,
    ) ?? [];
  const withoutNote = plain.endsWith(')') ? plain.slice(0, plain.indexOf('(')) : plain;
  return readClassName(named)?.name ?? readClassName(withoutNote)?.name;
}
