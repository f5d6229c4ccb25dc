import { z } from 'zod';
import { messages } from './messages.ts';
import { limits } from './rules/limits.ts';
import { roles } from './rules/roles.ts';

export const id = z.number().int().positive();

/** Compared without case, stored as typed. */
export const username = z
  .string()
  .min(limits.usernameMin, messages.accounts.usernameTooShort)
  .max(100)
  .regex(/^[A-Za-z0-9._-]*$/, "Only letters, digits, '.', '_' and '-'");

export const accountStatuses = ['active', 'inactive'] as const;
export const accountStatus = z.enum(accountStatuses);

/** A person's account as its owner and those who manage it see it. */
export const user = z.object({
  id,
  username: z.string(),
  role: z.enum(roles),
  student_ids: z.array(id),
  school_id: id.nullable(),
  school_name: z.string().nullable(),
  class_id: id.nullable(),
  class_name: z.string().nullable(),
  grade_id: id.nullable(),
  grade_name: z.string().nullable(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  identifier_code: z.string().nullable(),
  avt: z.string(),
  email: z.string().nullable(),
  parent_name: z.string().nullable(),
  status: accountStatus,
  isChangePass: z.boolean(),
  phone: z.string().nullable(),
});
export type User = z.infer<typeof user>;
