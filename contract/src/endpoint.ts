import type { z } from 'zod';
import { type Role, roles } from './rules/roles.ts';

/** What a role may access through an endpoint. */
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
  | 'readable posts'
  | "own classes' posts"
  | 'own school'
  | 'all';

/** 'anyone' needs no session; otherwise the listed roles, each within its scope. */
export type Access = 'anyone' | Partial<Record<Role, Scope>>;

/** The roles that manage schools and accounts. */
export const managers = { Mod: 'own school', Admin: 'all' } as const satisfies Access;

/** Fields that some roles receive empty or not at all. The access matrix test checks them. */
export interface WithheldFields {
  readonly from: readonly Role[];
  /** The path to the objects with these fields, such as `lessons.content`; by default the response itself. */
  readonly of?: string;
  /** Only in objects with these values. */
  readonly where?: Readonly<Record<string, string>>;
  readonly fields: readonly string[];
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters are written as `{id}`. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** True for the few endpoints open to a user who must first change their password or add a second factor. */
  readonly allowedDuringSetup?: boolean;
  /** True if the response is the actor's profile, so that the server loads all of it. */
  readonly returnsProfile?: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject | z.ZodOptional<z.ZodObject>;
  /** True for the few writes that take no Idempotency-Key because repeating them is harmless. */
  readonly withoutIdempotencyKey?: boolean;
  /** A limit per user, for endpoints with a lower one than usual. */
  readonly requestsPerMinute?: number;
  readonly requestsPerHour?: number;
  /** True for reads that take long, of which a user gets two at a time. Files are always expensive. */
  readonly isExpensive?: boolean;
  /** The JSON body limit, for endpoints that need a larger one than usual. */
  readonly maxBodyBytes?: number;
  /** The field with the files, for endpoints that accept a multipart form. */
  readonly acceptsFiles?: 'attachments' | 'thumbnail' | 'avatar';
  /** True for endpoints that accept a multipart form with one table in the field `file`. */
  readonly acceptsTable?: boolean;
  /** The media type of the response if it is a file download instead of JSON. */
  readonly file?: string;
  /** True if the response is a stream of server-sent events. */
  readonly stream?: boolean;
  readonly response: z.ZodType;
  readonly withheld?: readonly WithheldFields[];
  readonly status?: 200 | 201;
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

export function everyone(scope: Scope): Record<Role, Scope> {
  return Object.fromEntries(roles.map((role) => [role, scope])) as Record<Role, Scope>;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
export type ParamsOf<E extends Endpoint> = Parsed<E['params']>;
export type QueryOf<E extends Endpoint> = Parsed<E['query']>;
export type BodyOf<E extends Endpoint> = Parsed<E['body']>;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

type InputPart<Key extends string, S> = S extends z.ZodType
  ? Record<never, never> extends z.input<S>
    ? { [K in Key]?: z.input<S> }
    : { [K in Key]: z.input<S> }
  : Record<never, never>;

/** What the client passes: the parts that the endpoint declares. */
export type InputOf<E extends Endpoint> = InputPart<'params', E['params']> &
  InputPart<'query', E['query']> &
  InputPart<'body', E['body']>;
