import type { z } from 'zod';
import { type Role, roles } from './rules/roles.ts';

/** How far a role's right reaches on an endpoint. */
export type Scope =
  | 'self'
  | 'own'
  | 'own children'
  | 'own records'
  | "children's records"
  | 'own class'
  | 'own classes'
  | "children's classes"
  | 'own grade'
  | "children's grades"
  | "own classes' grades"
  | 'homeroom teacher'
  | "children's homeroom teachers"
  | 'what they read'
  | 'own school'
  | 'all';

/** Who may call: anyone, also without a session, or these roles, each within its scope. */
export type Access = 'anyone' | Partial<Record<Role, Scope>>;

/** Those who manage a school. */
export const managers = { Mod: 'own school', Admin: 'all' } as const satisfies Access;

/** Fields that some callers get empty or not at all, as the access matrix sees to. */
export interface Withheld {
  readonly from: readonly Role[];
  /** The way to the objects that have the fields, such as `lessons.content`; else the answer itself. */
  readonly of?: string;
  /** Only of objects with these values. */
  readonly where?: Readonly<Record<string, string>>;
  readonly fields: readonly string[];
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters as `{id}`. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** True for the few calls that a user who must change the password may still make. */
  readonly whilePasswordMustChange?: boolean;
  /** True where the answer tells of the one who asks, so that the server finds them whole. */
  readonly returnsProfile?: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject | z.ZodOptional<z.ZodObject>;
  /** True for the few writes that take no Idempotency-Key: there is no harm in repeating them. */
  readonly withoutKey?: boolean;
  /** How often one user may call it in a minute, where that is less than for most calls. */
  readonly callsPerMinute?: number;
  /** How large a JSON body may be, where it is more than most calls need. */
  readonly maxBodyBytes?: number;
  /** The field of a form that may bring files, where a form is taken. */
  readonly acceptsFiles?: 'attachments' | 'thumbnail';
  /** True where a form with one table in its field `file` is taken. */
  readonly acceptsTable?: boolean;
  /** The media type of an answer that is a file to keep instead of JSON. */
  readonly file?: string;
  /** True where the answer goes on as server-sent events. */
  readonly stream?: boolean;
  readonly response: z.ZodType;
  readonly withheld?: readonly Withheld[];
  readonly status?: 200 | 201;
}

export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

export function everyone(scope: Scope): Record<Role, Scope> {
  return Object.fromEntries(roles.map((role) => [role, scope])) as Record<Role, Scope>;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
export type ParamsOf<E extends Endpoint> = Parsed<E['params']>;
export type QueryOf<E extends Endpoint> = Parsed<E['query']>;
export type BodyOf<E extends Endpoint> = Parsed<E['body']>;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

type Sent<Key extends string, S> = S extends z.ZodType
  ? Record<never, never> extends z.input<S>
    ? { [K in Key]?: z.input<S> }
    : { [K in Key]: z.input<S> }
  : Record<never, never>;

/** What a caller passes: only the parts that the endpoint declares. */
export type InputOf<E extends Endpoint> = Sent<'params', E['params']> &
  Sent<'query', E['query']> &
  Sent<'body', E['body']>;
