import type { SharedErrorName } from '@lop-xanh/contract/errors';
import { hasOwnName, type PasswordOwner } from '@lop-xanh/contract/rules/passwords';

/** Common in Vietnam, alone or with digits after it. */
const commonWords =
  /^(matkhau|vietnam|hanoi|saigon|hocsinh|giaovien|phuhuynh|lophoc|lopxanh|truonghoc|tieuhoc|anhyeuem|emyeuanh|conyeume)\d*$/;

let commonPasswords: Set<string> | undefined;

/** The list of 49,000 is loaded with the first use: most processes never need it. */
async function isCommon(password: string): Promise<boolean> {
  if (!commonPasswords) {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    commonPasswords = new Set(dictionary['passwords-common'] as string[]);
  }
  return commonWords.test(password) || commonPasswords.has(password);
}

/** Why somebody who would guess the password might succeed; it is one that a person has chosen. */
export async function findChosenPasswordError(
  password: string,
  owner: PasswordOwner,
): Promise<SharedErrorName | undefined> {
  if (await isCommon(password.toLowerCase())) return 'common_password';
  return hasOwnName(password, owner) ? 'password_has_name' : undefined;
}
