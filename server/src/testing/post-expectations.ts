import {
  buildRows,
  byId,
  byName,
  classes,
  forbiddenToFamilies,
  notFound,
  notFoundExceptAdmin,
  pendingPosts,
  posts,
  type Resources,
  type RowContext,
  type Rows,
} from './access-rows.ts';
import { inQuery } from './administration-rows.ts';
import { addAttachment, addPost } from './fixtures.ts';

const postText = { title: 'Tin lớp', content: 'Hôm nay cả lớp trồng cây.' };
const commentText = { text: 'Hay quá' };

/** Each row adds its own file: editing a post drops the files that the edit does not name. */
const files: Resources = {
  own: {
    description: 'a file of the post',
    getKey: ({ db, ours: { schoolId, post } }) => addAttachment(db, { schoolId, postId: post }),
  },
  'same school': {
    description: "a file of a colleague's post",
    getKey: ({ db, ours: { schoolId, otherPost } }) =>
      addAttachment(db, { schoolId, postId: otherPost }),
  },
  'other school': {
    description: "a file of another school's post",
    getKey: ({ db, theirs: { schoolId, post } }) => addAttachment(db, { schoolId, postId: post }),
  },
  missing: { description: 'no file', getKey: () => '00/0.webp' },
};
const buildKeptFileRows = (field: 'attachments' | 'existingAttachments') =>
  buildRows(
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

const addDecidedPost = (
  { db, ours: { schoolId, teacher: author, mod } }: RowContext,
  status: 'approved' | 'rejected' | 'withdrawn',
) => {
  const reason = status === 'approved' ? {} : { reason: 'Ảnh bị mờ' };
  return addPost(db, { schoolId, author, status, decision: { decided_by: mod.id, ...reason } });
};
const byDecidedPostId =
  (status: 'approved' | 'rejected' | 'withdrawn') => async (context: RowContext) =>
    byId(await addDecidedPost(context, status));

const withdrawnPosts: Resources = {
  own: {
    description: "their teacher's withdrawn post",
    getKey: (context) => addDecidedPost(context, 'withdrawn'),
  },
  'same school': {
    description: "another teacher's withdrawn post",
    getKey: ({ db, ours: { schoolId, otherTeacher: author } }) =>
      addPost(db, { schoolId, author, status: 'withdrawn' }),
  },
  'other school': {
    description: "another school's withdrawn post",
    getKey: ({ db, theirs: { schoolId, teacher: author } }) =>
      addPost(db, { schoolId, author, status: 'withdrawn' }),
  },
  missing: { description: 'a missing id', getKey: () => 999_999_999 },
};

const forbiddenToAll = { ...forbiddenToFamilies, Teacher: 403, Mod: 403, Admin: 403 };

/** The access rows of posts, their likes, comments and decisions. */
export const postRows: Rows = {
  'GET /api/posts': [
    { description: 'the posts they can read', expect: {} },
    ...buildRows(
      'class_id',
      classes,
      inQuery('class_id'),
      {},
      {
        list: 'posts',
        for: {
          own: [],
          'same school': ['Student', 'Parent'],
          'other school': ['Student', 'Parent', 'Teacher', 'Mod'],
          missing: ['Student', 'Parent', 'Teacher', 'Mod', 'Admin'],
        },
      },
    ),
  ],
  'GET /api/posts/pending': [{ description: 'the pending posts', expect: {} }],
  'GET /api/posts/{id}': [
    ...buildRows('id', posts, byId, {
      'same school': forbiddenToFamilies,
      'other school': notFoundExceptAdmin,
      missing: notFound,
    }),
    {
      description: "their teacher's pending post",
      request: ({ ours }) => byId(ours.pendingPost),
      expect: forbiddenToFamilies,
    },
    { description: 'an approved post', request: byDecidedPostId('approved'), expect: {} },
    {
      description: 'a rejected post',
      request: byDecidedPostId('rejected'),
      expect: forbiddenToFamilies,
    },
    {
      description: 'a withdrawn post',
      request: byDecidedPostId('withdrawn'),
      expect: forbiddenToFamilies,
    },
    {
      description: "a colleague's withdrawn post",
      request: async ({ db, ours: { schoolId, otherTeacher: author } }) =>
        byId(await addPost(db, { schoolId, author, status: 'withdrawn' })),
      expect: forbiddenToFamilies,
    },
  ],
  'GET /api/posts/{id}/comments': [
    ...buildRows('id', posts, byId, {
      'same school': forbiddenToFamilies,
      'other school': notFoundExceptAdmin,
      missing: notFound,
    }),
    {
      description: "their teacher's pending post",
      request: ({ ours }) => byId(ours.pendingPost),
      expect: forbiddenToFamilies,
    },
  ],
  'POST /api/posts': [
    { description: 'a post without files', request: () => ({ body: postText }), expect: {} },
    ...buildRows('class_id', classes, (class_id: number) => ({ body: { ...postText, class_id } }), {
      'same school': { Teacher: 400 },
      'other school': { Teacher: 400 },
      missing: { Teacher: 400 },
    }),
  ],
  'PUT /api/posts/{id}': [
    ...buildRows('id', posts, (id: number) => ({ params: { id }, body: postText }), {
      own: { Mod: 403 },
      'same school': { Teacher: 403, Mod: 403 },
      'other school': { Teacher: 404, Mod: 404 },
      missing: { Teacher: 404, Mod: 404 },
    }),
    ...buildKeptFileRows('attachments'),
    ...buildKeptFileRows('existingAttachments'),
  ],
  'DELETE /api/posts/{id}': buildRows('id', posts, byId, {
    // Its author has just deleted it.
    own: { Mod: 404 },
    'same school': { Teacher: 403, Mod: 403 },
    'other school': { Teacher: 404, Mod: 404 },
    missing: { Teacher: 404, Mod: 404 },
  }),
  'POST /api/posts/{id}/like': [
    {
      description: 'a pending post',
      request: ({ ours }) => byId(ours.pendingPost),
      expect: forbiddenToAll,
    },
    {
      description: 'a withdrawn post',
      request: byDecidedPostId('withdrawn'),
      expect: forbiddenToAll,
    },
    ...buildRows('id', posts, byId, {
      'same school': forbiddenToFamilies,
      'other school': notFoundExceptAdmin,
      missing: notFound,
    }),
  ],
  'POST /api/posts/{id}/comment': [
    {
      description: 'a withdrawn post',
      request: async (context) => ({
        ...(await byDecidedPostId('withdrawn')(context)),
        body: commentText,
      }),
      expect: forbiddenToAll,
    },
    ...buildRows('id', posts, (id: number) => ({ params: { id }, body: commentText }), {
      'same school': forbiddenToFamilies,
      'other school': notFoundExceptAdmin,
      missing: notFound,
    }),
  ],
  'PUT /api/posts/{id}/approve': buildRows('id', pendingPosts, byId, {
    'other school': { Mod: 404 },
    missing: { Mod: 404 },
  }),
  'PUT /api/posts/{id}/reject': [
    {
      description: 'an approved post',
      request: ({ ours }) => byId(ours.otherPost),
      expect: { Mod: 409 },
    },
    ...buildRows('id', pendingPosts, byId, { 'other school': { Mod: 404 }, missing: { Mod: 404 } }),
  ],
  'PUT /api/posts/{id}/withdraw': [
    {
      description: 'a pending post',
      request: ({ ours }) => ({ ...byId(ours.pendingPost), body: { reason: 'Ảnh sai' } }),
      expect: { Mod: 409 },
    },
    ...buildRows('id', posts, (id: number) => ({ params: { id }, body: { reason: 'Ảnh sai' } }), {
      'other school': { Mod: 404 },
      missing: { Mod: 404 },
    }),
  ],
  'PUT /api/posts/{id}/restore': [
    {
      description: 'a pending post',
      request: ({ ours }) => byId(ours.pendingPost),
      expect: { Mod: 409 },
    },
    ...buildRows('id', withdrawnPosts, byId, {
      'other school': { Mod: 404 },
      missing: { Mod: 404 },
    }),
  ],
};

export const postFileRows = {
  '/uploads/posts/': [
    ...buildRows('name', files, byName, {
      'same school': forbiddenToFamilies,
      'other school': { ...forbiddenToFamilies, Teacher: 403, Mod: 403 },
      missing: notFound,
    }),
    {
      description: 'a file of a withdrawn post',
      request: async (context: RowContext) => {
        const postId = await addDecidedPost(context, 'withdrawn');
        return byName(await addAttachment(context.db, { schoolId: context.ours.schoolId, postId }));
      },
      expect: forbiddenToFamilies,
    },
  ],
};
