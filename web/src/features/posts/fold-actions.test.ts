import type { Attachment } from '@lop-xanh/contract/posts';
import { expect, test } from 'vitest';
import { dependsOnAction, foldActions, getPostLane } from './fold-actions.ts';
import { type PostAction, toLocalAttachmentIds, toLocalCommentId } from './post-actions.ts';

const photo = new File(['a'], 'a.png');
const video = new File(['b'], 'b.mp4');
const [photoId, videoId] = toLocalAttachmentIds(5, 2) as [number, number];
const attach = (id: number) => ({ id }) as Attachment;
const create: PostAction = {
  kind: 'create',
  title: 'Cũ',
  content: 'Lời cũ',
  class_id: 3,
  files: [photo, video],
  photosConfirmed: true,
  blurredFaces: [2, 0],
};
const edit = {
  kind: 'edit',
  post: -5,
  version: 1,
  title: 'Mới',
  content: 'Lời mới',
  kept: [attach(videoId)],
  files: [],
} satisfies PostAction;
const fold = (earlier: PostAction, later: PostAction, refusal?: string) =>
  foldActions(
    { seq: 5, action: earlier, ...(refusal !== undefined && { refusal }) },
    { seq: 6, action: later },
  );

test('a post and everything that is done to it share a lane; other posts have their own', () => {
  expect(getPostLane({ seq: 5, action: create })).toBe(getPostLane({ seq: 6, action: edit }));
  expect(getPostLane({ seq: 7, action: create })).not.toBe(getPostLane({ seq: 6, action: edit }));
});

test('an edit of an unsent post becomes the post, with the files that were kept', () => {
  expect(fold(create, edit)).toEqual({
    ...create,
    title: 'Mới',
    content: 'Lời mới',
    files: [video],
    fileIds: [videoId],
    blurredFaces: [0],
  });
});

test('files keep their ids when edits are folded again', () => {
  const added = new File(['c'], 'c.png');
  const first = { ...edit, post: 9, kept: [attach(70)], files: [photo], blurredFaces: [1] };
  const [firstId] = toLocalAttachmentIds(5, 1) as [number];
  const second = { ...edit, post: 9, kept: [attach(70), attach(firstId)], files: [added] };
  const folded = fold(first, second);
  expect(folded).toMatchObject({
    kept: [{ id: 70 }],
    files: [photo, added],
    fileIds: [firstId, ...toLocalAttachmentIds(6, 1)],
    blurredFaces: [1, 0],
  });
  const third = { ...edit, post: 9, content: 'Cuối', kept: [attach(firstId)] };
  expect(fold(folded as PostAction, third)).toMatchObject({ files: [photo], fileIds: [firstId] });
});

test('photos of two edits count as confirmed only if both were', () => {
  const first = { ...edit, post: 9, kept: [], files: [photo], photosConfirmed: true };
  const kept = [attach(photoId)];
  const second = { ...edit, post: 9, kept, files: [video] };
  expect(fold(first, second)).toMatchObject({ photosConfirmed: false });
  expect(fold(first, { ...second, photosConfirmed: true })).toMatchObject({
    photosConfirmed: true,
  });
});

test('an unsent post or comment that is deleted leaves nothing to send', () => {
  expect(fold(create, { kind: 'delete', post: -5, title: 'Cũ' })).toBeNull();
  const comment: PostAction = { kind: 'comment', post: 9, text: 'Hay' };
  const deletion = { kind: 'delete-comment', post: 9, text: 'Hay' } as const;
  expect(fold(comment, { ...deletion, comment: toLocalCommentId(5) })).toBeNull();
  expect(fold(comment, { ...deletion, comment: toLocalCommentId(4) })).toBeUndefined();
});

test('only the last of several likes is sent, and only the deletion after an edit', () => {
  const like: PostAction = { kind: 'like', post: 9, liked: true };
  expect(fold(like, { ...like, liked: false })).toEqual({ ...like, liked: false });
  const deletion: PostAction = { kind: 'delete', post: 9, title: 'Cũ' };
  expect(fold({ ...edit, post: 9 }, deletion)).toEqual(deletion);
});

test('a new edit or a deletion does not swallow the words of a rejected edit', () => {
  const rejected = { ...edit, post: 9 };
  expect(fold(rejected, { ...edit, post: 9, content: 'Khác' }, 'no')).toBeUndefined();
  expect(fold(rejected, { kind: 'delete', post: 9, title: 'Cũ' }, 'no')).toBeUndefined();
  const withPhoto = { ...rejected, files: [photo] };
  const next = { ...edit, post: 9, kept: [attach(photoId)] };
  expect(fold(withPhoto, next, 'no')).toMatchObject({ files: [photo], fileIds: [photoId] });
  expect(fold(create, edit, 'no')).toMatchObject({ kind: 'create', content: 'Lời mới' });
});

test('what is done to an unsent post or comment depends on it, and nothing else does', () => {
  const dependsOn = (later: PostAction, earlier: PostAction) =>
    dependsOnAction({ seq: 6, action: later }, { seq: 5, action: earlier });
  const comment: PostAction = { kind: 'comment', post: 9, text: 'Hay' };
  const deletion = { kind: 'delete-comment', post: 9, text: 'Hay' } as const;
  expect(dependsOn(edit, create)).toBe(true);
  expect(dependsOn({ ...edit, post: -4 }, create)).toBe(false);
  expect(dependsOn(create, create)).toBe(false);
  expect(dependsOn({ ...deletion, comment: toLocalCommentId(5) }, comment)).toBe(true);
  expect(dependsOn({ ...edit, post: 9 }, comment)).toBe(false);
});
