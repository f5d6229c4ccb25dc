import { type Post, posts } from '@lop-xanh/contract/posts';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../lib/api.ts';
import { type Transfer, upload } from '../../lib/upload.ts';
import { addOwnPost, changePost, postKeys, removePost, settlePost } from './posts.cache.ts';
import { signalPostsChanged } from './posts-signal.ts';

/** One who reads a post for a while finds the feed where it was. */
const keptMs = 30 * 60_000;

const firstPage = { initialPageParam: undefined as string | undefined, gcTime: keptMs };
const nextOf = ({ next }: { next: string | null }) => next ?? undefined;

export type Which = 'all' | 'mine' | 'others';
const mineOf = { all: undefined, mine: 'true', others: 'false' } as const;

export const feedQuery = (which: Which) =>
  infiniteQueryOptions({
    queryKey: postKeys.list(which),
    queryFn: ({ pageParam }) =>
      call(posts.list, { query: { before: pageParam, mine: mineOf[which] } }),
    getNextPageParam: nextOf,
    ...firstPage,
  });

export const pendingQuery = infiniteQueryOptions({
  queryKey: postKeys.pending,
  queryFn: ({ pageParam }) => call(posts.pending, { query: { before: pageParam } }),
  getNextPageParam: nextOf,
  ...firstPage,
});

export const postQuery = (id: string) =>
  queryOptions({
    queryKey: postKeys.one(id),
    queryFn: () => call(posts.read, { params: { id } }),
  });

export interface Submission extends Transfer {
  title: string;
  content: string;
  files: readonly File[];
  /** The same for every try to send this. */
  key: string;
}

export function useSubmitPost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ title, content, files, key, ...transfer }: Submission) => {
      const headers = { 'idempotency-key': key };
      if (files.length === 0) return call(posts.create, { body: { title, content }, headers });
      const form = formOf({ title, content }, files);
      return upload(posts.create, { form, headers, ...transfer });
    },
    onSuccess: (post) => {
      addOwnPost(client, post);
      announce(client);
    },
  });
}

export interface Edit extends Submission {
  /** The urls of the attachments that stay. */
  kept: string[];
  /** The one that the author began to change. */
  version: number;
}

export function useEditPost(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ title, content, files, kept, version, key, ...transfer }: Edit) => {
      const headers = { 'idempotency-key': key };
      const params = { id };
      if (files.length === 0) {
        const body = { title, content, version, attachments: kept };
        return call(posts.edit, { params, body, headers });
      }
      const fields = {
        title,
        content,
        version: String(version),
        existingAttachments: JSON.stringify(kept),
      };
      const form = formOf(fields, files);
      return upload(posts.edit, { params, form, headers, ...transfer });
    },
    onSuccess: (post) => {
      settlePost(client, post);
      announce(client);
    },
  });
}

export function useDeletePost(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(posts.remove, { params: { id } }),
    onSuccess: () => {
      removePost(client, id);
      announce(client);
    },
  });
}

export function useApprovePost({ id, version }: Post) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(posts.approve, { params: { id }, body: { version } }),
    onSuccess: (post) => {
      settlePost(client, post);
      announce(client);
    },
  });
}

export function useRejectPost({ id, version }: Post) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      call(posts.reject, { params: { id }, body: { version, ...(reason && { reason }) } }),
    onSuccess: (post) => {
      settlePost(client, post);
      announce(client);
    },
  });
}

/** After a lost race: everything anew, and the post as it is now. */
export async function refreshPost(client: QueryClient, id: number): Promise<Post> {
  void client.invalidateQueries({ queryKey: postKeys.pages });
  const post = await client.fetchQuery({ ...postQuery(String(id)), staleTime: 0 });
  settlePost(client, post);
  return post;
}

/** Shown at once, and taken back if it fails; quick taps are sent in order, and the last one stays. */
export function useLikePost(id: number) {
  const client = useQueryClient();
  /** What the server holds, as far as is known. */
  const held = useRef(false);
  const mutationKey = ['posts', 'like', id];
  const isOnlyOne = () => client.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (liked: boolean) => call(posts.like, { params: { id }, body: { liked } }),
    onMutate: (liked) => {
      if (isOnlyOne()) held.current = !liked;
      changePost(client, id, (post) => withLike(post, liked));
    },
    onError: () => {
      if (isOnlyOne()) changePost(client, id, (post) => withLike(post, held.current));
    },
    onSuccess: ({ liked, likes }) => {
      signalPostsChanged();
      held.current = liked;
      if (!isOnlyOne()) return;
      changePost(client, id, (post) => ({ ...post, liked, likes, likeCount: likes.length }));
    },
  });
}

export function useCommentOnPost(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text, key }: { text: string; key: string }) =>
      call(posts.comment, { params: { id }, body: { text }, headers: { 'idempotency-key': key } }),
    onSuccess: (comment) => {
      signalPostsChanged();
      changePost(client, id, (post) => {
        // A refetch in between may have brought it already.
        if (post.comments.some(({ id }) => id === comment.id)) return post;
        return {
          ...post,
          comments: [...post.comments, comment],
          commentCount: post.commentCount + 1,
        };
      });
    },
  });
}

function withLike(post: Post, liked: boolean): Post {
  if (post.liked === liked) return post;
  return { ...post, liked, likeCount: Math.max(0, post.likeCount + (liked ? 1 : -1)) };
}

function announce(client: QueryClient): void {
  signalPostsChanged();
  void client.invalidateQueries({ queryKey: postKeys.pending });
}

function formOf(fields: Record<string, string>, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const file of files) form.append('attachments', file, file.name);
  return form;
}
