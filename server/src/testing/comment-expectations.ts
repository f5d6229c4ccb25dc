import type { CommentStatus } from '@lop-xanh/contract/comments';
import {
  buildRows,
  byId,
  classes,
  forbiddenToFamilies,
  notFound,
  notFoundExceptAdmin,
  type Resources,
  type RowContext,
  type Rows,
} from './access-rows.ts';
import { addComment, type TestUser } from './fixtures.ts';

const missing = { description: 'a missing id', getKey: () => 999_999_999 };

/** Comments on the posts of the class, of another class and of another school. */
const addComments = (
  status: CommentStatus,
  getAuthor: (context: RowContext) => TestUser,
): Resources => ({
  own: {
    description: `a ${status} comment on their teacher's post`,
    getKey: (context) =>
      addComment(context.db, { postId: context.ours.post, author: getAuthor(context), status }),
  },
  'same school': {
    description: `a ${status} comment on another teacher's post`,
    getKey: ({ db, ours: { otherPost: postId, otherStudent: author } }) =>
      addComment(db, { postId, author, status }),
  },
  'other school': {
    description: `a ${status} comment in another school`,
    getKey: ({ db, theirs: { post: postId, student: author } }) =>
      addComment(db, { postId, author, status }),
  },
  missing,
});
const byOtherTeacher = ({ ours }: RowContext) => ours.otherTeacher;
const byMe = ({ me }: RowContext) => me;

const outsideOwnClass = {
  'same school': { Teacher: 403 },
  'other school': { Teacher: 404, Mod: 404 },
  missing: { Teacher: 404, Mod: 404 },
};
/** Who does not moderate does not learn that a held comment exists. */
const heldOutsideOwnClass = { ...outsideOwnClass, 'same school': { Teacher: 404 } };
const hide = (id: number) => ({ params: { id }, body: { reason: 'Không lịch sự' } });
const report = (id: number) => ({ params: { id }, body: { reason: 'Trêu bạn' } });
const forbiddenToAll = { ...forbiddenToFamilies, Teacher: 403, Mod: 403, Admin: 403 };

/** The access rows of comments and of how they are moderated. */
export const commentRows: Rows = {
  'DELETE /api/comments/{id}': [
    ...buildRows('id', addComments('visible', byMe), byId, {
      'same school': forbiddenToAll,
      'other school': { ...notFoundExceptAdmin, Admin: 403 },
      missing: notFound,
    }),
    {
      description: 'their own held comment',
      request: async (context) => byId(await addOwnComment(context, 'held')),
      expect: {},
    },
    {
      description: 'their own hidden comment',
      request: async (context) => byId(await addOwnComment(context, 'hidden')),
      expect: {},
    },
    {
      description: 'a held comment of somebody else',
      request: async ({ db, ours: { post: postId, otherTeacher: author } }) =>
        byId(await addComment(db, { postId, author, status: 'held' })),
      expect: { Student: 404, Parent: 404, Teacher: 403, Mod: 403, Admin: 403 },
    },
  ],
  'POST /api/comments/{id}/report': [
    ...buildRows('id', addComments('visible', byOtherTeacher), report, {
      'same school': forbiddenToFamilies,
      'other school': notFoundExceptAdmin,
      missing: notFound,
    }),
    {
      description: 'their own comment',
      request: async (context) => report(await addOwnComment(context, 'visible')),
      expect: forbiddenToAll,
    },
    {
      description: 'a hidden comment',
      request: async ({ db, ours: { post: postId, otherTeacher: author } }) =>
        report(await addComment(db, { postId, author, status: 'hidden' })),
      expect: { Student: 409, Parent: 409, Teacher: 409, Mod: 409, Admin: 409 },
    },
    {
      description: 'a held comment',
      request: async ({ db, ours: { post: postId, otherTeacher: author } }) =>
        report(await addComment(db, { postId, author, status: 'held' })),
      expect: { Student: 404, Parent: 404, Teacher: 409, Mod: 409, Admin: 409 },
    },
  ],
  'PUT /api/comments/{id}/hide': [
    ...buildRows('id', addComments('visible', byOtherTeacher), hide, outsideOwnClass),
    {
      description: 'a held comment on another teacher’s post',
      request: async ({ db, ours: { otherPost: postId, otherStudent: author } }) =>
        hide(await addComment(db, { postId, author, status: 'held' })),
      expect: { Teacher: 404 },
    },
  ],
  'PUT /api/comments/{id}/approve': [
    ...buildRows('id', addComments('held', byOtherTeacher), byId, heldOutsideOwnClass),
    {
      description: 'a hidden comment',
      request: async ({ db, ours: { post: postId, student: author } }) =>
        byId(await addComment(db, { postId, author, status: 'hidden' })),
      expect: { Teacher: 409, Mod: 409 },
    },
  ],
  'PUT /api/comments/{id}/restore': [
    ...buildRows('id', addComments('hidden', byOtherTeacher), byId, outsideOwnClass),
    {
      description: 'a held comment',
      request: async ({ db, ours: { post: postId, student: author } }) =>
        byId(await addComment(db, { postId, author, status: 'held' })),
      expect: { Teacher: 409, Mod: 409 },
    },
  ],
  'PUT /api/moderation/settings': [
    {
      description: 'a mode and words',
      request: () => ({ body: { comments: 'approval', words: ['ngu'] } }),
      expect: {},
    },
  ],
  'GET /api/classes/{id}/comments': buildRows('id', classes, byId, outsideOwnClass),
  'PUT /api/classes/{id}/comments': buildRows(
    'id',
    classes,
    (id: number) => ({ params: { id }, body: { class: 'approval' } }),
    outsideOwnClass,
  ),
};

function addOwnComment({ db, me, ours }: RowContext, status: CommentStatus): Promise<number> {
  return addComment(db, { postId: ours.post, author: me, status });
}
