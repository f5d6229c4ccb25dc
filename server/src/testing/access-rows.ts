import type { Endpoint } from '@lop-xanh/contract/endpoint';
import type { Db } from '../database/database.ts';
import { addPost, type TestUser, type TwoSchools } from './people.ts';

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

/** Whose the thing is that a request names, as the people of our school see it. */
export const reaches = ['own', 'same school', 'other school', 'missing'] as const;
export type Reach = (typeof reaches)[number];

export type EndpointName = `${Endpoint['method']} ${string}`;

/** What a row makes its request from: two schools, and the one who asks. */
export type Given = TwoSchools & { db: Db; me: TestUser };

export interface Request {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  form?: FormData;
}

/** The status for each who; whoever is left out gets what the endpoint's access says. */
export type Expected = Partial<Record<Who, number>>;

export interface Row {
  /** What the request reaches for, as the reader of a failure should see it. */
  about: string;
  /** The field that names a thing, and whose thing it names. */
  names?: { field: string; reach: Reach };
  /** Why there is no such thing to name, and so no request. */
  why?: string;
  request?: (given: Given) => Request | Promise<Request>;
  expect: Expected;
  /** A list of the answer that these get empty, and everybody else not. */
  empty?: { list: string; for: readonly Who[] };
}

export type Rows = Partial<Record<EndpointName, Row[]>>;

type Thing = { about: string; of: (given: Given) => unknown } | { why: string };
export type Things = Record<Reach, Thing>;

/** A row for each of the four, from nobody's to the own one: some calls change what they reach. */
export function rowsFor(
  field: string,
  things: Things,
  request: (thing: never, given: Given) => Request | Promise<Request>,
  expect: Partial<Record<Reach, Expected>> = {},
  empty?: { list: string; for: Partial<Record<Reach, readonly Who[]>> },
): Row[] {
  return reaches.toReversed().map((reach): Row => {
    const thing = things[reach];
    const names = { field, reach };
    if ('why' in thing) return { about: `${field}: ${reach}`, names, why: thing.why, expect: {} };
    const { about, of } = thing;
    const nobody = empty?.for[reach];
    return {
      about: `${field}: ${about}`,
      names,
      request: async (given) => request((await of(given)) as never, given),
      expect: expect[reach] ?? {},
      ...(empty && nobody && { empty: { list: empty.list, for: nobody } }),
    };
  });
}

const nobody = { about: 'nobody’s', of: () => 999_999_999 };

/** Of our Student, our Teacher and the Parent's child. */
export const classes: Things = {
  own: { about: 'their own class', of: ({ ours }) => ours.classId },
  'same school': { about: "a neighbour's class", of: ({ ours }) => ours.otherClassId },
  'other school': { about: "another school's class", of: ({ theirs }) => theirs.classId },
  missing: nobody,
};

export const schools: Things = {
  own: { about: 'their own school', of: ({ ours }) => ours.schoolId },
  'same school': { why: 'nobody has more than one school' },
  'other school': { about: 'another school', of: ({ theirs }) => theirs.schoolId },
  missing: nobody,
};

export const students: Things = {
  own: { about: 'the own student or child', of: ({ ours }) => ours.student.id },
  'same school': { about: "a neighbour's student", of: ({ ours }) => ours.otherStudent.id },
  'other school': { about: "another school's student", of: ({ theirs }) => theirs.student.id },
  missing: nobody,
};

export const teachers: Things = {
  own: { about: 'the teacher themselves', of: ({ ours }) => ours.teacher.id },
  'same school': { about: 'a colleague', of: ({ ours }) => ours.otherTeacher.id },
  'other school': { about: "another school's teacher", of: ({ theirs }) => theirs.teacher.id },
  missing: nobody,
};

/** The same by their usernames. */
export const usernamesOfTeachers: Things = {
  own: { about: 'the teacher themselves', of: ({ ours }) => ours.teacher.username },
  'same school': { about: 'a colleague', of: ({ ours }) => ours.otherTeacher.username },
  'other school': {
    about: "another school's teacher",
    of: ({ theirs }) => theirs.teacher.username,
  },
  missing: { about: 'nobody’s', of: () => 'khong.ai' },
};

export const accounts: Things = {
  ...students,
  own: { about: 'themselves', of: ({ me }) => me.id },
};

/** Approved ones, of the homeroom teacher and of others. */
export const posts: Things = {
  own: { about: "their teacher's post", of: ({ ours }) => ours.post },
  'same school': { about: "another teacher's post", of: ({ ours }) => ours.otherPost },
  'other school': { about: "another school's post", of: ({ theirs }) => theirs.post },
  missing: nobody,
};

export const pendingPosts: Things = {
  own: { about: "their teacher's pending post", of: ({ ours }) => ours.pendingPost },
  'same school': {
    about: "another teacher's pending post",
    of: ({ db, ours: { schoolId, otherTeacher: author } }) =>
      addPost(db, { schoolId, author, status: 'pending' }),
  },
  'other school': {
    about: "another school's pending post",
    of: ({ theirs }) => theirs.pendingPost,
  },
  missing: nobody,
};

export const lessons: Things = {
  own: { about: 'a lesson of their grade', of: ({ lesson }) => lesson },
  'same school': { about: "another grade's lesson", of: ({ otherLesson }) => otherLesson },
  'other school': { why: 'lessons are for all schools' },
  missing: nobody,
};

export const byId = (id: number) => ({ params: { id } });
export const byName = (name: string) => ({ params: { name } });

export const studentsRefused = { Student: 403, Parent: 403 };
export const notFoundButAdmin = { Student: 404, Parent: 404, Teacher: 404, Mod: 404 };
export const notFound = { ...notFoundButAdmin, Admin: 404 };

export const whitePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC';
