import { defaultAvatar } from './limits.ts';

/** Vietnamese order: family and middle names first, then the given name. */
export function formatFullName(lastName: string, firstName: string): string {
  return `${lastName} ${firstName}`.trim();
}

/** The letter on an avatar without a photo: the initial of the given name, which comes last. */
export function getInitial(firstName: string): string {
  const given = firstName.trim().normalize('NFC').split(/\s+/).at(-1) ?? '';
  return [...given].at(0)?.toLocaleUpperCase('vi') ?? '';
}

export function hasPhoto(avatar: string): boolean {
  return avatar !== '' && avatar !== defaultAvatar;
}

let collator: Intl.Collator | undefined;

/** Compares by given name, which comes last, then by the whole name. */
export function compareByGivenName(a: string, b: string): number {
  collator ??= new Intl.Collator('vi');
  return collator.compare(toGivenName(a), toGivenName(b)) || collator.compare(a, b);
}

function toGivenName(fullName: string): string {
  return fullName.slice(fullName.lastIndexOf(' ') + 1);
}

/** For searching: 'Nguyễn Ân' becomes 'nguyen an', whichever Unicode form it has. */
export function removeDiacritics(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[đĐ]/g, 'd')
    .toLowerCase();
}
