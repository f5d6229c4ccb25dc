import { z } from 'zod';
import { endpoint, managers } from './endpoint.ts';
import { id, idInUrl } from './fields.ts';
import { concernLevels, concerns } from './rules/concerns.ts';

const count = z.number().int().nonnegative();

const schoolSummary = z.object({
  id,
  school_name: z.string(),
  /** The classes that should have a sheet of this week; none outside the teaching year. */
  due: count,
  /** How many of them have one. */
  sheets: count,
  mods: count,
  /** The pending post that has waited longest. */
  oldestPost: z.object({ id, since: z.string() }).nullable(),
  /** In the last 7 days. */
  logins: count,
  /** The size of its files, as its quota counts them. */
  storedBytes: count,
  /** When somebody of the school last used the app, to within an hour; null if nobody ever did. */
  lastUsedAt: z.string().nullable(),
  /** The most urgent first. */
  concerns: z.array(z.enum(concerns)),
});
export type SchoolSummary = z.infer<typeof schoolSummary>;

/** The attendance of this week. */
const schoolRate = z.object({ id, school_name: z.string(), present: count, total: count });
export type SchoolRate = z.infer<typeof schoolRate>;

export const schoolOrders = ['concern', 'name', 'coverage', 'post', 'logins', 'use'] as const;
export type SchoolOrder = (typeof schoolOrders)[number];

export const dashboardResponse = z.object({
  /** Over all schools, whatever is searched for. */
  totals: z.object({
    schools: count,
    levels: z.object({ urgent: count, check: count, fine: count }),
    classes: count,
    due: count,
    sheets: count,
    logins: count,
    withoutMod: count,
    /** The records of this week's sheets, and how many of them are present. */
    present: count,
    total: count,
    /** The pending post that has waited longest, and its school. */
    oldestPost: z
      .object({ id, since: z.string(), school_id: id, school_name: z.string() })
      .nullable(),
  }),
  /** The schools with the lowest and the highest attendance of this week, of those with a sheet. */
  rates: z.object({ schools: count, lowest: z.array(schoolRate), highest: z.array(schoolRate) }),
  /** How many schools were found. */
  found: count,
  /** One page of them. */
  schools: z.array(schoolSummary),
});
export type Dashboard = z.infer<typeof dashboardResponse>;

const loginCounts = z.object({ students: count, parents: count, staff: count });
const weekLogins = loginCounts.extend({ monday: z.iso.date() });
export type WeekLogins = z.infer<typeof weekLogins>;
const schoolLogins = loginCounts.extend({ id, school_name: z.string() });
export type SchoolLogins = z.infer<typeof schoolLogins>;

export const loginsResponse = z.object({
  /** In order; the last one is this week. */
  weeks: z.array(weekLogins),
  /** The schools with the fewest logins in the chosen week; none if no week is chosen. */
  schools: z.array(schoolLogins),
});
export type Logins = z.infer<typeof loginsResponse>;

const classCount = z.object({ class_id: id, class_name: z.string(), count });
export type ClassCount = z.infer<typeof classCount>;

export const schoolTasksResponse = z.object({
  school_id: id,
  school_name: z.string(),
  /** What waits for a decision: the counts by kind, and since when the oldest waits. */
  queue: z.object({
    post: count,
    held: count,
    reported: count,
    oldest: z.string().nullable(),
    /** The pending post that has waited longest. */
    oldestPostId: id.nullable(),
  }),
  /** The students about whose photos somebody still has to answer. */
  consent: z.array(classCount),
  /** Locked after wrong pictures. */
  lockedCards: z.array(classCount),
  /** Data requests that are not done, and the next last day of one. */
  requests: z.object({ open: count, due_on: z.iso.date().nullable() }),
  rollover: z.object({
    /** The school year to start next. */
    year: z.number().int(),
    /** In the last weeks of a year and after it. */
    isDue: z.boolean(),
    /** When its draft was last saved. */
    savedAt: z.string().nullable(),
  }),
});
export type SchoolTasks = z.infer<typeof schoolTasksResponse>;

export const dashboard = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard',
    summary: 'Every school: attendance, waiting posts, logins, storage, and what needs attention',
    access: { Admin: 'all' },
    isExpensive: true,
    query: z.object({
      /** Words of the name, with or without diacritics. */
      q: z.string().max(200).optional(),
      level: z.enum(concernLevels).optional(),
      /** One that the schools have. */
      concern: z.enum(concerns).optional(),
      sort: z.enum(schoolOrders).default('concern'),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    }),
    response: dashboardResponse,
  }),
  logins: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/logins',
    summary: 'The logins of all schools by week, and the schools with the fewest in one of them',
    access: { Admin: 'all' },
    isExpensive: true,
    query: z.object({
      /** The chosen week, by its first day. */
      monday: z.iso.date().optional(),
    }),
    response: loginsResponse,
  }),
  tasks: endpoint({
    method: 'GET',
    path: '/api/admin/overview',
    summary: 'What a school has to do: queue, consent, locked cards, data requests and rollover',
    access: managers,
    isExpensive: true,
    query: z.object({ school_id: idInUrl.optional() }),
    response: schoolTasksResponse,
  }),
};
