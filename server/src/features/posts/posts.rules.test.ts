import { postStatuses } from '@lop-xanh/contract/posts';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../../http/authentication.ts';
import { abilitiesOf, canRead, isDecisionOpen, type PostFacts } from './posts.rules.ts';

const reader = (role: Role, fields = {}) =>
  ({ id: 1, role, school_id: 1, class_ids: [10], ...fields }) as unknown as Actor;

const teachers: Record<string, Omit<PostFacts, 'status'>> = {
  'their own': { author_id: 1, author_role: 'Teacher', author_class_id: 10, school_id: 1 },
  "the class's": { author_id: 2, author_role: 'Teacher', author_class_id: 10, school_id: 1 },
  "a colleague's": { author_id: 3, author_role: 'Teacher', author_class_id: 11, school_id: 1 },
  'a teacher without a class': {
    author_id: 4,
    author_role: 'Teacher',
    author_class_id: null,
    school_id: 1,
  },
  "another school's": { author_id: 5, author_role: 'Teacher', author_class_id: 20, school_id: 2 },
};

function readable(actor: Actor): string[] {
  return Object.entries(teachers).flatMap(([whose, facts]) =>
    postStatuses
      .filter((status) => canRead(actor, { ...facts, status }))
      .map((status) => `${status}: ${whose}`),
  );
}

describe('reading', () => {
  test.each(['Student', 'Parent'] as const)('a %s reads what the class got approved', (role) => {
    expect(readable(reader(role, { id: 99 }))).toEqual([
      'approved: their own',
      "approved: the class's",
    ]);
  });

  test('a student without a class reads nothing, not even of a teacher without one', () => {
    expect(readable(reader('Student', { id: 99, class_ids: [] }))).toEqual([]);
  });

  test('a Teacher reads all of their own and what is approved in the school', () => {
    expect(readable(reader('Teacher'))).toEqual([
      'pending: their own',
      'approved: their own',
      'rejected: their own',
      "approved: the class's",
      "approved: a colleague's",
      'approved: a teacher without a class',
    ]);
  });

  test("a Mod reads all of the school and nothing of another's", () => {
    const seen = readable(reader('Mod', { id: 99 }));
    expect(seen).toHaveLength(12);
    expect(seen.some((one) => one.includes('another school'))).toBe(false);
  });

  test('a Mod without a school reads nothing; an Admin reads all', () => {
    expect(readable(reader('Mod', { school_id: null }))).toEqual([]);
    expect(readable(reader('Admin', { school_id: null }))).toHaveLength(15);
  });
});

describe('abilities', () => {
  const facts = teachers["the class's"] as Omit<PostFacts, 'status'>;
  const named = (actor: Actor, post: PostFacts) =>
    Object.entries(abilitiesOf(actor, post))
      .filter(([, isAllowed]) => isAllowed)
      .map(([name]) => name);

  test('only the author edits and deletes', () => {
    for (const role of roles) {
      for (const status of postStatuses) {
        const can = named(reader(role, { id: 99 }), { ...facts, status });
        expect(can).not.toContain('edit');
        expect(can).not.toContain('delete');
      }
    }
    expect(named(reader('Teacher', { id: 2 }), { ...facts, status: 'pending' })).toEqual([
      'edit',
      'delete',
    ]);
  });

  test('an author who became a Mod edits and deletes, and leaves the decision to other Mods', () => {
    for (const author_role of ['Mod', 'Student'] as const) {
      const post = { ...facts, author_role, author_class_id: null, status: 'pending' } as const;
      expect(named(reader('Mod', { id: 99 }), post)).toEqual(['approve', 'reject']);
      const own = author_role === 'Mod' ? ['edit', 'delete'] : [];
      expect(named(reader(author_role, { id: 2 }), post)).toEqual(own);
    }
  });

  test('only a Mod of the school decides, and never on what is approved', () => {
    const mod = reader('Mod', { id: 99 });
    expect(named(mod, { ...facts, status: 'pending' })).toEqual(['approve', 'reject']);
    expect(named(mod, { ...facts, status: 'rejected' })).toEqual(['approve']);
    expect(named(mod, { ...facts, status: 'approved' })).toEqual(['like', 'comment']);
    expect(named(reader('Mod', { school_id: 2 }), { ...facts, status: 'pending' })).toEqual([]);
    expect(named(reader('Admin'), { ...facts, status: 'pending' })).toEqual([]);
  });
});

test('an approved post cannot be rejected, a rejected one can be approved', () => {
  expect(isDecisionOpen('approved', 'rejected')).toBe(false);
  expect(isDecisionOpen('rejected', 'approved')).toBe(true);
  expect(isDecisionOpen('pending', 'approved')).toBe(true);
  expect(isDecisionOpen('pending', 'rejected')).toBe(true);
});
