import {
  byId,
  byName,
  type Given,
  notFound,
  notFoundButAdmin,
  pendingPosts,
  posts,
  type Rows,
  rowsFor,
  studentsRefused,
  type Things,
} from './access-rows.ts';
import { addAttachment, addPost } from './people.ts';

const postText = { title: 'Tin lớp', content: 'Hôm nay cả lớp trồng cây.' };
const commentText = { text: 'Hay quá' };

/** The addresses of files, each new: the edit of a post drops those that it does not name. */
const files: Things = {
  own: {
    about: 'a file of the post',
    of: ({ db, ours: { schoolId, post } }) => addAttachment(db, { schoolId, postId: post }),
  },
  'same school': {
    about: "a file of a colleague's post",
    of: ({ db, ours: { schoolId, otherPost } }) =>
      addAttachment(db, { schoolId, postId: otherPost }),
  },
  'other school': {
    about: "a file of another school's post",
    of: ({ db, theirs: { schoolId, post } }) => addAttachment(db, { schoolId, postId: post }),
  },
  missing: { about: 'no file', of: () => '00/0.webp' },
};
const rowsOfKept = (field: 'attachments' | 'existingAttachments') =>
  rowsFor(
    field,
    files,
    (name: string, { ours }) => ({
      params: { id: ours.post },
      body: { ...postText, [field]: [`/uploads/posts/${name}`] },
    }),
    {
      own: { Mod: 403 },
      'same school': { Mod: 403 },
      'other school': { Mod: 403 },
      missing: { Mod: 403 },
    },
    {
      list: 'attachments',
      for: {
        own: [],
        'same school': ['Teacher'],
        'other school': ['Teacher'],
        missing: ['Teacher'],
      },
    },
  );

const decidedPost =
  (status: 'approved' | 'rejected') =>
  async ({ db, ours: { schoolId, teacher: author, mod } }: Given) => {
    const reason = status === 'rejected' ? { reason: 'Ảnh bị mờ' } : {};
    const decision = { decided_by: mod.id, ...reason };
    return byId(await addPost(db, { schoolId, author, status, decision }));
  };

/** The rows of expectation for posts, their likes, comments and decisions. */
export const postRows: Rows = {
  'GET /api/posts': [{ about: 'what they may read', expect: {} }],
  'GET /api/posts/pending': [{ about: 'what waits', expect: {} }],
  'GET /api/posts/{id}': [
    ...rowsFor('id', posts, byId, {
      'same school': studentsRefused,
      'other school': notFoundButAdmin,
      missing: notFound,
    }),
    {
      about: "their teacher's pending post",
      request: ({ ours }) => byId(ours.pendingPost),
      expect: studentsRefused,
    },
    { about: 'one that was approved', request: decidedPost('approved'), expect: {} },
    { about: 'one that was rejected', request: decidedPost('rejected'), expect: studentsRefused },
  ],
  'GET /api/posts/{id}/comments': [
    ...rowsFor('id', posts, byId, {
      'same school': studentsRefused,
      'other school': notFoundButAdmin,
      missing: notFound,
    }),
    {
      about: "their teacher's pending post",
      request: ({ ours }) => byId(ours.pendingPost),
      expect: studentsRefused,
    },
  ],
  'POST /api/posts': [{ about: 'a text', request: () => ({ body: postText }), expect: {} }],
  'PUT /api/posts/{id}': [
    ...rowsFor('id', posts, (id: number) => ({ params: { id }, body: postText }), {
      own: { Mod: 403 },
      'same school': { Teacher: 403, Mod: 403 },
      'other school': { Teacher: 404, Mod: 404 },
      missing: { Teacher: 404, Mod: 404 },
    }),
    ...rowsOfKept('attachments'),
    ...rowsOfKept('existingAttachments'),
  ],
  'DELETE /api/posts/{id}': rowsFor('id', posts, byId, {
    // Its author has just deleted it.
    own: { Mod: 404 },
    'same school': { Teacher: 403, Mod: 403 },
    'other school': { Teacher: 404, Mod: 404 },
    missing: { Teacher: 404, Mod: 404 },
  }),
  'POST /api/posts/{id}/like': [
    {
      about: 'one that waits',
      request: ({ ours }) => byId(ours.pendingPost),
      expect: { ...studentsRefused, Teacher: 403, Mod: 403, Admin: 403 },
    },
    ...rowsFor('id', posts, byId, {
      'same school': studentsRefused,
      'other school': notFoundButAdmin,
      missing: notFound,
    }),
  ],
  'POST /api/posts/{id}/comment': rowsFor(
    'id',
    posts,
    (id: number) => ({ params: { id }, body: commentText }),
    { 'same school': studentsRefused, 'other school': notFoundButAdmin, missing: notFound },
  ),
  'PUT /api/posts/{id}/approve': rowsFor('id', pendingPosts, byId, {
    'other school': { Mod: 404 },
    missing: { Mod: 404 },
  }),
  'PUT /api/posts/{id}/reject': [
    {
      about: 'one that is approved',
      request: ({ ours }) => byId(ours.otherPost),
      expect: { Mod: 409 },
    },
    ...rowsFor('id', pendingPosts, byId, { 'other school': { Mod: 404 }, missing: { Mod: 404 } }),
  ],
};

export const rowsOfPostFiles = {
  '/uploads/posts/': rowsFor('name', files, byName, {
    'same school': studentsRefused,
    'other school': { ...studentsRefused, Teacher: 403, Mod: 403 },
    missing: notFound,
  }),
};
