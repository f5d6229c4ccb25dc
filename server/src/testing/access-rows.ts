import type { Endpoint } from '@lop-xanh/contract/endpoint';
import type { Db } from '../database/database.ts';
import { addPost, type TestUser, type TwoSchools } from './fixtures.ts';

/** The users that the matrix sends every request as. */
export const requesters = [
  'logged out',
  'Student',
  'Parent',
  'Teacher',
  'Mod',
  'Admin',
  'inactive',
  'must change',
] as const;
export type Requester = (typeof requesters)[number];

/** Who owns the resource that a request names, from the point of view of our school's users. */
export const ownerships = ['own', 'same school', 'other school', 'missing'] as const;
export type Ownership = (typeof ownerships)[number];

export type EndpointName = `${Endpoint['method']} ${string}`;

/** What a row builds its request from: two schools, and the user who sends it. */
export type RowContext = TwoSchools & { db: Db; me: TestUser };

export interface RequestInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  form?: FormData;
}

/** A requester left out gets the status that the endpoint's `access` implies. */
export type ExpectedStatuses = Partial<Record<Requester, number>>;

export interface Row {
  /** What the request asks for; shown when the test fails. */
  description: string;
  /** The field that names a resource, and who owns that resource. */
  names?: { field: string; ownership: Ownership };
  /** Why no such resource exists, so that no request is sent. */
  skipReason?: string;
  request?: (context: RowContext) => RequestInput | Promise<RequestInput>;
  expect: ExpectedStatuses;
  /** A list in the response that is empty for exactly these requesters. */
  empty?: { list: string; for: readonly Requester[] };
}

export type Rows = Partial<Record<EndpointName, Row[]>>;

type Resource =
  | { description: string; getKey: (context: RowContext) => unknown }
  | { skipReason: string };
export type Resources = Record<Ownership, Resource>;

/** One row per ownership, the requester's own last: some requests change the resource they name. */
export function buildRows(
  field: string,
  resources: Resources,
  request: (key: never, context: RowContext) => RequestInput | Promise<RequestInput>,
  expect: Partial<Record<Ownership, ExpectedStatuses>> = {},
  empty?: { list: string; for: Partial<Record<Ownership, readonly Requester[]>> },
): Row[] {
  return ownerships.toReversed().map((ownership): Row => {
    const resource = resources[ownership];
    const names = { field, ownership };
    if ('skipReason' in resource) {
      const { skipReason } = resource;
      return { description: `${field}: ${ownership}`, names, skipReason, expect: {} };
    }
    const { description, getKey } = resource;
    const emptyFor = empty?.for[ownership];
    return {
      description: `${field}: ${description}`,
      names,
      request: async (context) => request((await getKey(context)) as never, context),
      expect: expect[ownership] ?? {},
      ...(empty && emptyFor && { empty: { list: empty.list, for: emptyFor } }),
    };
  });
}

const missing = { description: 'a missing id', getKey: () => 999_999_999 };

/** 'own' is the class of our Student, our Teacher and the Parent's child. */
export const classes: Resources = {
  own: { description: 'their own class', getKey: ({ ours }) => ours.classId },
  'same school': { description: "a neighbour's class", getKey: ({ ours }) => ours.otherClassId },
  'other school': { description: "another school's class", getKey: ({ theirs }) => theirs.classId },
  missing,
};

export const schools: Resources = {
  own: { description: 'their own school', getKey: ({ ours }) => ours.schoolId },
  'same school': { skipReason: 'nobody has more than one school' },
  'other school': { description: 'another school', getKey: ({ theirs }) => theirs.schoolId },
  missing,
};

export const students: Resources = {
  own: { description: 'their own student or child', getKey: ({ ours }) => ours.student.id },
  'same school': {
    description: "a neighbour's student",
    getKey: ({ ours }) => ours.otherStudent.id,
  },
  'other school': {
    description: "another school's student",
    getKey: ({ theirs }) => theirs.student.id,
  },
  missing,
};

export const teachers: Resources = {
  own: { description: 'the teacher themselves', getKey: ({ ours }) => ours.teacher.id },
  'same school': { description: 'a colleague', getKey: ({ ours }) => ours.otherTeacher.id },
  'other school': {
    description: "another school's teacher",
    getKey: ({ theirs }) => theirs.teacher.id,
  },
  missing,
};

export const teacherUsernames: Resources = {
  own: { description: 'the teacher themselves', getKey: ({ ours }) => ours.teacher.username },
  'same school': { description: 'a colleague', getKey: ({ ours }) => ours.otherTeacher.username },
  'other school': {
    description: "another school's teacher",
    getKey: ({ theirs }) => theirs.teacher.username,
  },
  missing: { description: 'a missing username', getKey: () => 'khong.ai' },
};

export const accounts: Resources = {
  ...students,
  own: { description: 'themselves', getKey: ({ me }) => me.id },
};

/** Approved posts, of the homeroom teacher and of others. */
export const posts: Resources = {
  own: { description: "their teacher's post", getKey: ({ ours }) => ours.post },
  'same school': { description: "another teacher's post", getKey: ({ ours }) => ours.otherPost },
  'other school': { description: "another school's post", getKey: ({ theirs }) => theirs.post },
  missing,
};

export const pendingPosts: Resources = {
  own: { description: "their teacher's pending post", getKey: ({ ours }) => ours.pendingPost },
  'same school': {
    description: "another teacher's pending post",
    getKey: ({ db, ours: { schoolId, otherTeacher: author } }) =>
      addPost(db, { schoolId, author, status: 'pending' }),
  },
  'other school': {
    description: "another school's pending post",
    getKey: ({ theirs }) => theirs.pendingPost,
  },
  missing,
};

export const lessons: Resources = {
  own: { description: 'a lesson of their grade', getKey: ({ lesson }) => lesson },
  'same school': {
    description: "another grade's lesson",
    getKey: ({ otherLesson }) => otherLesson,
  },
  'other school': { skipReason: 'lessons are for all schools' },
  missing,
};

export const byId = (id: number) => ({ params: { id } });
export const byName = (name: string) => ({ params: { name } });

export const forbiddenToFamilies = { Student: 403, Parent: 403 };
export const notFoundExceptAdmin = { Student: 404, Parent: 404, Teacher: 404, Mod: 404 };
export const notFound = { ...notFoundExceptAdmin, Admin: 404 };

export const whitePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC';
