import { type PostStatus, postStatuses } from '@lop-xanh/contract/posts';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../../http/authentication.ts';
import { canRead, getAbilities, isDecisionOpen, type PostFacts } from './posts.rules.ts';

const makeActor = (role: Role, fields = {}) =>
  ({ id: 1, role, school_id: 1, class_ids: [10], ...fields }) as unknown as Actor;

const postsByAuthor: Record<string, Omit<PostFacts, 'status'>> = {
  'their own': { author_id: 1, school_id: 1, is_of_own_class: false },
  "the class's": { author_id: 2, school_id: 1, is_of_own_class: true },
  "a colleague's": { author_id: 3, school_id: 1, is_of_own_class: false },
  "another school's": { author_id: 5, school_id: 2, is_of_own_class: false },
  "the class's at a former school": { author_id: 6, school_id: 2, is_of_own_class: true },
};

function listReadable(actor: Actor): string[] {
  return Object.entries(postsByAuthor).flatMap(([author, facts]) =>
    postStatuses
      .filter((status) => canRead(actor, { ...facts, status }))
      .map((status) => `${status}: ${author}`),
  );
}

describe('reading', () => {
  test.each(['Student', 'Parent'] as const)('a %s reads approved posts of the class', (role) => {
    expect(listReadable(makeActor(role, { id: 99 }))).toEqual([
      "approved: the class's",
      "approved: the class's at a former school",
    ]);
  });

  test('a Teacher reads all of their own posts and the approved and withdrawn ones of the school', () => {
    expect(listReadable(makeActor('Teacher'))).toEqual([
      'pending: their own',
      'approved: their own',
      'rejected: their own',
      'withdrawn: their own',
      "approved: the class's",
      "withdrawn: the class's",
      "approved: a colleague's",
      "withdrawn: a colleague's",
    ]);
  });

  test('a Mod reads all posts of their own school and none of another', () => {
    const seen = listReadable(makeActor('Mod', { id: 99 }));
    expect(seen).toHaveLength(3 * postStatuses.length);
    expect(seen.some((post) => post.includes('another school'))).toBe(false);
  });

  test('a Mod without a school reads nothing, an Admin reads everything', () => {
    expect(listReadable(makeActor('Mod', { school_id: null }))).toEqual([]);
    expect(listReadable(makeActor('Admin', { school_id: null }))).toHaveLength(
      5 * postStatuses.length,
    );
  });
});

describe('abilities', () => {
  const facts = postsByAuthor["the class's"] as Omit<PostFacts, 'status'>;
  const listAbilities = (actor: Actor, post: PostFacts) =>
    Object.entries(getAbilities(actor, { ...post, has_comments_on: true }))
      .filter(([, isAllowed]) => isAllowed)
      .map(([name]) => name);

  test('only the author can edit and delete', () => {
    for (const role of roles) {
      for (const status of postStatuses) {
        const can = listAbilities(makeActor(role, { id: 99 }), { ...facts, status });
        expect(can).not.toContain('edit');
        expect(can).not.toContain('delete');
      }
    }
    expect(listAbilities(makeActor('Teacher', { id: 2 }), { ...facts, status: 'pending' })).toEqual(
      ['edit', 'delete'],
    );
  });

  test('an author who became a Mod can edit and delete, but not decide', () => {
    const post = { ...facts, status: 'pending' } as const;
    expect(listAbilities(makeActor('Mod', { id: 99 }), post)).toEqual(['approve', 'reject']);
    expect(listAbilities(makeActor('Mod', { id: 2 }), post)).toEqual(['edit', 'delete']);
    expect(listAbilities(makeActor('Student', { id: 2 }), post)).toEqual([]);
  });

  test('only a Mod of the school can decide', () => {
    const mod = makeActor('Mod', { id: 99 });
    expect(listAbilities(mod, { ...facts, status: 'pending' })).toEqual(['approve', 'reject']);
    expect(listAbilities(mod, { ...facts, status: 'rejected' })).toEqual(['approve']);
    expect(listAbilities(mod, { ...facts, status: 'approved' })).toEqual([
      'withdraw',
      'like',
      'comment',
    ]);
    expect(listAbilities(mod, { ...facts, status: 'withdrawn' })).toEqual(['restore']);
    expect(listAbilities(makeActor('Teacher'), { ...facts, status: 'withdrawn' })).toEqual([]);
    expect(
      listAbilities(makeActor('Mod', { school_id: 2 }), { ...facts, status: 'pending' }),
    ).toEqual([]);
    expect(listAbilities(makeActor('Admin'), { ...facts, status: 'pending' })).toEqual([]);
  });
});

test('nobody can comment while comments are off', () => {
  const post = { author_id: 2, school_id: 1, is_of_own_class: true, status: 'approved' } as const;
  for (const role of roles) {
    const { comment, like } = getAbilities(makeActor(role), { ...post, has_comments_on: false });
    expect([comment, like]).toEqual([false, true]);
  }
});

test('an approved post can only be withdrawn, a rejected one approved, a withdrawn one restored', () => {
  const decisions = ['approve', 'reject', 'withdraw', 'restore'] as const;
  const listOpen = (status: PostStatus) =>
    decisions.filter((decision) => isDecisionOpen(status, decision));
  expect(Object.fromEntries(postStatuses.map((status) => [status, listOpen(status)]))).toEqual({
    pending: ['approve', 'reject'],
    approved: ['withdraw'],
    rejected: ['approve'],
    withdrawn: ['restore'],
  });
});
