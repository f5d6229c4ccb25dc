import { z } from 'zod';
import { nameError } from './field-errors.ts';
import { maxAccountFieldLengths, usernamePattern } from './rules/account-form.ts';
import { limits } from './rules/limits.ts';

/** Compared case-insensitively, stored as typed. */
export const username = z
  .string(nameError('username_too_short'))
  .min(limits.minUsernameLength, nameError('username_too_short'))
  .max(maxAccountFieldLengths.username)
  .regex(usernamePattern, nameError('username_not_plain'));

export const accountStatuses = ['active', 'inactive'] as const;
export const accountStatus = z.enum(accountStatuses);
export type AccountStatus = z.infer<typeof accountStatus>;

export const sexes = ['female', 'male'] as const;
export type Sex = (typeof sexes)[number];

export const shortText = (maxLength: number) => z.string().trim().max(maxLength);
