import { removeDiacritics } from '@lop-xanh/contract/rules/names';
import type { ImportField } from '@lop-xanh/contract/student-import';
import { findColumn } from '../account-table-format.ts';

/** 'ĐT (cha)' becomes 'dt cha': what two spellings of a heading have in common. */
export function toWords(text: string): string {
  return removeDiacritics(text)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** These are about something else, whatever other words they contain. */
const foreignWords =
  /\b(dia chi|nghe|noi|que|dan toc|ton giao|ghi chu|cccd|cmnd|ca nhan|cu|truoc|facebook)\b|\bnam sinh (cua )?(cha|bo|me)\b/;
const fatherWords = /\b(cha|bo|ba)\b/;
const motherWords = /\bme\b/;
const parentWords = /\b(phu huynh|ph|giam ho|gia dinh)\b/;
const nameWords = new Set('ho va ten cua hoac cha bo ba me phu huynh ph nguoi giam'.split(' '));
const phoneWords = /\b(dt|sdt|dtdd|dien thoai|di dong|phone|tel|zalo|lien he|lien lac)\b/;

const ownWords: [RegExp, ImportField][] = [
  [/^(ngay( thang)?( nam)? sinh|sinh ngay|ns|nam sinh|dob)$|\bngay sinh$/, 'birth_date'],
  [/^ngay( thang nam)? sinh ngay$/, 'birth_day'],
  [/^ngay( thang nam)? sinh thang$|^thang sinh$/, 'birth_month'],
  [/^(gioi tinh|gt|phai|gioi|nam nu|sex|gender)$/, 'sex'],
  [/^(hs )?nu$/, 'female'],
  [/^(lop|ten lop|lop hoc|class)$/, 'class_name'],
  [
    /^(ma|ma so|ma hs|ma hoc sinh|ma so hs|ma so hoc sinh|so dinh danh)$|\bma dinh danh\b/,
    'identifier_code',
  ],
  [
    /^(ho|ho lot|ho dem|ho chu dem|ho va chu dem|ho va dem|ho va ten dem|ho va lot)$|\bho dem$/,
    'last_name',
  ],
  [/^(ten|ten goi|ten rieng)$|\bten ten$/, 'first_name'],
  [/^(hoc sinh|ten hoc sinh|ten hs)$|^ho (va )?ten( (cua )?(hoc sinh|hs|em|tre))?$/, 'full_name'],
  [/^(e ?mail|thu dien tu)\b/, 'email'],
];

/** What a column with this heading probably holds. */
export function findField(heading: string): ImportField | undefined {
  const column = findColumn(heading);
  if (column) return column === 'parent_name' ? 'parent_names' : column;
  const words = toWords(heading);
  if (!words || foreignWords.test(words) || isBirthOfParent(words)) return undefined;
  // Without its mark, it is the column of the boys.
  if (/^ng[aà]y.* sinh\P{L}+năm\)?$/iu.test(heading)) return 'birth_year';
  return findParentField(words) ?? ownWords.find(([pattern]) => pattern.test(words))?.[1];
}

function findParentField(words: string): ImportField | undefined {
  const isFather = fatherWords.test(words);
  const isMother = motherWords.test(words);
  const isPhone = phoneWords.test(words);
  if (isFather !== isMother) {
    const parent = isFather ? 'parent1' : 'parent2';
    if (isPhone) return `${parent}_phone`;
    return isName(words) ? `${parent}_name` : undefined;
  }
  if (isPhone) return 'parent_phone';
  return (isFather || parentWords.test(words)) && isName(words) ? 'parent_names' : undefined;
}

/** 'Cha (năm sinh)'. */
function isBirthOfParent(words: string): boolean {
  const end = words.lastIndexOf(' nam sinh');
  return end !== -1 && /\b(cha|bo|me)\b/.test(words.slice(0, end));
}

/** Nothing but the words for names and parents. */
function isName(words: string): boolean {
  return words.split(' ').every((word) => nameWords.has(word) || /^\d+$/.test(word));
}

/** A heading of the second line, below another one. */
export function isSubHeading(text: string): boolean {
  return (
    findField(text) !== undefined ||
    /^(nam|ngay|thang|nghe.*|ghi chu|cccd|dia chi)$/.test(toWords(text))
  );
}

/** Whether the heading says of whom its column tells, so that the line below is incomplete without it. */
export function namesParents(text: string): boolean {
  const words = toWords(text);
  return fatherWords.test(words) || motherWords.test(words) || parentWords.test(words);
}

/** 'STT'. */
export const isRowNumber = (heading: string) =>
  /^(stt|tt|so tt|so thu tu|no)$/.test(toWords(heading));
