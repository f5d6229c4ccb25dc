import { limits } from './limits.ts';
import { removeDiacritics } from './names.ts';

/** The rule that the hint on the change-password form describes; the server enforces it. */
export function isStrongPassword(password: string): boolean {
  return (
    password.length >= limits.minOwnPasswordLength &&
    /\p{L}/u.test(password) &&
    /\p{N}/u.test(password)
  );
}

/** Whose names a password must not contain. */
export interface PasswordOwner {
  full_name: string;
  username: string;
  school_name?: string | null;
}

/** Shorter names are part of too many other words. */
const minNameLength = 4;

/** Whether a password contains the owner's name, username or school, with or without marks and spaces. */
export function hasOwnName(
  password: string,
  { full_name, username, school_name }: PasswordOwner,
): boolean {
  const words = full_name.split(/\s+/);
  const firstAndLast = [words[0], words.at(-1)].join('');
  const names = [...words, firstAndLast, full_name, username, stripSchoolType(school_name ?? '')];
  const compactPassword = compact(password);
  return names
    .map(compact)
    .some((name) => name.length >= minNameLength && compactPassword.includes(name));
}

/** 'Trường Tiểu học Kim Đồng' becomes 'kim dong'. */
function stripSchoolType(schoolName: string): string {
  return removeDiacritics(schoolName).replace(/^(truong )?(tieu hoc|th)\b/, '');
}

function compact(text: string): string {
  return removeDiacritics(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}
