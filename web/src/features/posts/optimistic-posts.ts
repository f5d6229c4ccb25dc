import type { Profile } from '@lop-xanh/contract/auth';
import type { Attachment, Post, PostAbilities } from '@lop-xanh/contract/posts';
import { useMemo } from 'react';
import { useUser } from '../../lib/current-user.ts';
import type { OutboxEntryView } from '../../lib/outbox/outbox.ts';
import { useOutboxEntries } from '../../lib/outbox/use-outbox.ts';
import {
  buildLocalComment,
  buildLocalPosts,
  type OptimisticComment,
  type OptimisticPost,
  type PostEntry,
  toLocalAttachments,
} from './local-posts.ts';
import { noPostAbilities } from './normalize-posts.ts';
import type { CommentDecision } from './post-actions.ts';
import { postFeature } from './post-sender.ts';
import type { FeedFilter } from './posts.api.ts';
import { withoutComment } from './posts.cache.ts';

type PostListName = FeedFilter | 'pending';

/** Applies the unsent actions to a list, and adds the posts that only this device has so far. */
export function useOptimisticPosts(posts: readonly Post[], list: PostListName): OptimisticPost[] {
  const outboxEntries = useOutboxEntries();
  const user = useUser();
  return useMemo(
    () => toOptimisticPosts(posts, list, outboxEntries, user),
    [posts, list, outboxEntries, user],
  );
}

/** Applies the unsent actions to one post; undefined if one of them deletes it. */
export function useOptimisticPost(post: Post | undefined): OptimisticPost | undefined {
  const outboxEntries = useOutboxEntries();
  const user = useUser();
  return useMemo(
    () => post && applyActions([post], selectPostEntries(outboxEntries), user)[0],
    [post, outboxEntries, user],
  );
}

export function toOptimisticPosts(
  posts: readonly Post[],
  list: PostListName,
  outboxEntries: readonly OutboxEntryView[],
  user: Profile,
): OptimisticPost[] {
  const entries = selectPostEntries(outboxEntries);
  const canContainLocalPosts = list === 'mine' || (list === 'pending' && user.role === 'Teacher');
  const localPosts = canContainLocalPosts
    ? entries.flatMap((entry) => buildLocalPosts(entry, user))
    : [];
  // The pending list is sorted oldest first, the others newest first.
  const allPosts =
    list === 'pending' ? [...posts, ...localPosts] : [...localPosts.toReversed(), ...posts];
  const optimistic = applyActions(allPosts, entries, user);
  return list === 'pending' ? optimistic.filter(({ status }) => status === 'pending') : optimistic;
}

function selectPostEntries(outboxEntries: readonly OutboxEntryView[]): PostEntry[] {
  return outboxEntries.filter(
    (entry): entry is PostEntry => entry.feature === postFeature && !entry.rejectionMessage,
  );
}

function applyActions(
  posts: readonly OptimisticPost[],
  entries: readonly PostEntry[],
  user: Profile,
): OptimisticPost[] {
  return entries.reduce<OptimisticPost[]>(
    (current, entry) => current.flatMap((post) => applyAction(post, entry, user)),
    [...posts],
  );
}

/** Returns the post with the action applied, or an empty list if the action deletes it. */
function applyAction(post: OptimisticPost, entry: PostEntry, user: Profile): OptimisticPost[] {
  const { action, isFirstAttempt } = entry;
  if (action.kind === 'create' || action.post !== post.id) return [post];
  const isUnsent = post.isUnsent || !isFirstAttempt;
  switch (action.kind) {
    case 'delete':
      return [];
    case 'edit':
      return [
        {
          ...resetToPending(post),
          title: action.title,
          content: action.content,
          attachments: [
            ...withCurrentUrls(action.kept, post),
            ...toLocalAttachments(entry, action),
          ],
          isUnsent,
        },
      ];
    case 'like':
      return [{ ...withLiked(post, action.liked, user.username), isUnsent }];
    case 'comment':
      return [
        {
          ...post,
          comments: [...post.comments, buildLocalComment(entry, action.text, user)],
          commentCount: post.commentCount + 1,
        },
      ];
    case 'reject':
    case 'withdraw':
      return [
        {
          ...post,
          status: action.kind === 'reject' ? 'rejected' : 'withdrawn',
          approved: false,
          reason: action.reason || null,
          decided_by: user.full_name,
          can: { ...noFurtherDecision(post.can), restore: action.kind === 'withdraw' },
          isUnsent,
        },
      ];
    case 'approve':
    case 'restore':
      return [
        {
          ...post,
          status: 'approved',
          approved: true,
          reason: null,
          decided_by: user.full_name,
          can: { ...noFurtherDecision(post.can), withdraw: true },
          isUnsent,
        },
      ];
    case 'delete-comment':
      return [withoutComment(post, action.comment)];
    case 'report-comment':
      return [
        updateLocally(post, action.comment, (comment) => ({
          ...comment,
          can: { ...comment.can, report: false },
        })),
      ];
    case 'hide-comment':
    case 'approve-comment':
    case 'restore-comment':
      return [
        updateLocally(post, action.comment, (comment) => ({
          ...decideLocally(comment, action, user),
          isUnsent: comment.isUnsent || !isFirstAttempt,
        })),
      ];
  }
}

/** Liking and commenting come back with the server's response. */
function noFurtherDecision({ edit, delete: canDelete }: PostAbilities): PostAbilities {
  return { ...noPostAbilities, edit, delete: canDelete };
}

function updateLocally(
  post: OptimisticPost,
  commentId: number,
  update: (comment: OptimisticComment) => OptimisticComment,
): OptimisticPost {
  return {
    ...post,
    comments: post.comments.map((comment) =>
      comment.id === commentId ? update(comment) : comment,
    ),
  };
}

function decideLocally(
  comment: OptimisticComment,
  decision: CommentDecision,
  { full_name }: Profile,
): OptimisticComment {
  const isHidden = decision.kind === 'hide-comment';
  return {
    ...comment,
    status: isHidden ? 'hidden' : 'visible',
    held_for: null,
    reason: isHidden ? decision.reason : null,
    decided_by: full_name,
    can: { ...comment.can, hide: !isHidden, restore: isHidden, approve: false },
  };
}

/** The URLs stored with the action may have expired. */
function withCurrentUrls(kept: readonly Attachment[], { attachments }: Post): Attachment[] {
  return kept.map((stored) => attachments.find(({ id }) => id === stored.id) ?? stored);
}

function resetToPending(post: OptimisticPost): OptimisticPost {
  return {
    ...post,
    status: 'pending',
    approved: false,
    reason: null,
    decided_by: null,
    can: { ...post.can, like: false, comment: false },
  };
}

function withLiked(post: OptimisticPost, liked: boolean, username: string): OptimisticPost {
  if (post.liked === liked) return post;
  const others = post.likes.filter((name) => name !== username);
  return {
    ...post,
    liked,
    likes: liked ? [...others, username] : others,
    likeCount: Math.max(0, post.likeCount + (liked ? 1 : -1)),
  };
}
