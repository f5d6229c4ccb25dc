import { defaultAvatar } from './limits.ts';

/** Vietnamese order: the family and middle names, then the given name. */
export function fullName(lastName: string, firstName: string): string {
  return `${lastName} ${firstName}`.trim();
}

/** The capital letter on an avatar without a photo: that of the given name, which stands last. */
export function givenNameInitial(firstName: string): string {
  const given = firstName.trim().normalize('NFC').split(/\s+/).at(-1) ?? '';
  return [...given].at(0)?.toLocaleUpperCase('vi') ?? '';
}

export function hasPhoto(avatar: string): boolean {
  return avatar !== '' && avatar !== defaultAvatar;
}

let collator: Intl.Collator | undefined;

/** People stand by their given name, which comes last, and then by the whole name. */
export function compareByGivenName(one: string, other: string): number {
  collator ??= new Intl.Collator('vi');
  return collator.compare(givenNameOf(one), givenNameOf(other)) || collator.compare(one, other);
}

function givenNameOf(name: string): string {
  return name.slice(name.lastIndexOf(' ') + 1);
}

/** For a search: 'Nguyễn Ân' reads 'nguyen an', in whichever Unicode form it was typed. */
export function withoutDiacritics(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[đĐ]/g, 'd')
    .toLowerCase();
}
