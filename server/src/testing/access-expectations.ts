import type { Endpoint } from '@lop-xanh/contract/endpoint';
import type { TwoSchools } from './people.ts';

interface Case {
  /** What the request reaches for, as the reader of a failure should see it. */
  about: string;
  params?: (world: TwoSchools) => Record<string, unknown>;
  query?: (world: TwoSchools) => Record<string, string>;
  body?: (world: TwoSchools) => Record<string, unknown>;
  /** The status for each who; whoever is left out gets what the endpoint's access says. */
  expect: Partial<Record<Who, number>>;
}

/** Everybody who tries every endpoint. */
export const whos = [
  'logged out',
  'Student',
  'Parent',
  'Teacher',
  'Mod',
  'Admin',
  'inactive',
  'must change',
] as const;
export type Who = (typeof whos)[number];

export type EndpointName = `${Endpoint['method']} ${string}`;

/**
 * The requests that need more than a token: one row for each thing that can be reached for.
 * An endpoint with parameters or a body must stand here; the matrix fails when it does not.
 */
export const cases: Record<EndpointName, Case[]> = {
  'POST /api/auth/login': [
    {
      about: 'a wrong password',
      body: () => ({ username: 'khong.ai', password: 'khac12345' }),
      expect: Object.fromEntries(whos.map((who) => [who, 401])),
    },
  ],
  'POST /api/auth/change-password': [
    {
      about: 'a wrong current password',
      body: () => ({ current: 'khac12345', next: 'moi123456' }),
      expect: {
        ...Object.fromEntries(whos.map((who) => [who, 400])),
        'logged out': 401,
        inactive: 401,
      },
    },
  ],
  'GET /api/classes': [
    { about: 'what they may see', expect: {} },
    {
      about: 'their own school',
      query: ({ ours }) => ({ school_id: String(ours.schoolId) }),
      expect: {},
    },
    {
      about: 'another school',
      query: ({ theirs }) => ({ school_id: String(theirs.schoolId) }),
      expect: { Student: 403, Parent: 403, Teacher: 403, Mod: 403 },
    },
  ],
};
