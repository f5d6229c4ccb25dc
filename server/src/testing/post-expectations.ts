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

const byDecidedPostId =
  (status: 'approved' | 'rejected') =>
  async ({ db, ours: { schoolId, teacher: author, mod } }: RowContext) => {
    const reason = status === 'rejected' ? { reason: 'Ảnh bị mờ' } : {};
    const decision = { decided_by: mod.id, ...reason };
    return byId(await addPost(db, { schoolId, author, status, decision }));
  };

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
      expect: { ...forbiddenToFamilies, Teacher: 403, Mod: 403, Admin: 403 },
    },
    ...buildRows('id', posts, byId, {
      'same school': forbiddenToFamilies,
      'other school': notFoundExceptAdmin,
      missing: notFound,
    }),
  ],
  'POST /api/posts/{id}/comment': buildRows(
    'id',
    posts,
    (id: number) => ({ params: { id }, body: commentText }),
    { 'same school': forbiddenToFamilies, 'other school': notFoundExceptAdmin, missing: notFound },
  ),
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
};

export const postFileRows = {
  '/uploads/posts/': buildRows('name', files, byName, {
    'same school': forbiddenToFamilies,
    'other school': { ...forbiddenToFamilies, Teacher: 403, Mod: 403 },
    missing: notFound,
  }),
};
