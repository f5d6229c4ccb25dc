import type { User } from '@lop-xanh/contract/accounts';
import type { Attachment, Comment, Post } from '@lop-xanh/contract/posts';
import { useMemo } from 'react';
import type { Shown } from '../../lib/outbox/outbox.ts';
import { useWaiting } from '../../lib/outbox/use-outbox.ts';
import { useUser } from '../../lib/visitor.ts';
import { localAttachmentId, localPostId, type PostAction } from './post-actions.ts';
import { postFeature } from './post-sender.ts';
import type { Which } from './posts.api.ts';

export interface ShownComment extends Comment {
  isUnsent?: boolean;
}

/** A post as the reader left it: the server's, with what still waits on this device. */
export interface ShownPost extends Post {
  comments: ShownComment[];
  /** Something about it has not been sent yet. */
  isUnsent?: boolean;
}

export type PostList = Which | 'pending';

/** A list as its reader left it. */
export function useShownPosts(posts: readonly Post[], list: PostList): ShownPost[] {
  const waiting = useWaiting();
  const user = useUser();
  return useMemo(() => shownPosts(posts, list, waiting, user), [posts, list, waiting, user]);
}

/** One post as its reader left it; undefined if they deleted it. */
export function useShownPost(post: Post | undefined): ShownPost | undefined {
  const waiting = useWaiting();
  const user = useUser();
  return useMemo(() => post && applied([post], waiting, user)[0], [post, waiting, user]);
}

function shownPosts(
  posts: readonly Post[],
  list: PostList,
  waiting: readonly Shown[],
  user: User,
): ShownPost[] {
  const acts = postActs(waiting);
  const isOwnList = list === 'mine' || (list === 'pending' && user.role === 'Teacher');
  const made = isOwnList ? acts.flatMap((one) => madePost(one, user)) : [];
  // The pending list has the oldest first, the others the newest.
  const all = list === 'pending' ? [...posts, ...made] : [...made.toReversed(), ...posts];
  const shown = applied(all, waiting, user);
  return list === 'pending' ? shown.filter(({ status }) => status === 'pending') : shown;
}

type ShownAct = Shown & { act: PostAction };

function postActs(waiting: readonly Shown[]): ShownAct[] {
  return waiting.filter((one): one is ShownAct => one.feature === postFeature && !one.refusal);
}

function applied(posts: readonly ShownPost[], waiting: readonly Shown[], user: User): ShownPost[] {
  return postActs(waiting).reduce<ShownPost[]>(
    (shown, one) => shown.flatMap((post) => afterAct(post, one, user)),
    [...posts],
  );
}

function afterAct(post: ShownPost, one: ShownAct, user: User): ShownPost[] {
  const { act, isSending } = one;
  if (act.kind === 'create' || act.post !== post.id) return [post];
  const isUnsent = post.isUnsent || !isSending;
  switch (act.kind) {
    case 'delete':
      return [];
    case 'edit':
      return [
        {
          ...post,
          title: act.title,
          content: act.content,
          attachments: [...stillThere(post, act.kept), ...filesOf(one, act.files)],
          ...waitingAgain(post),
          isUnsent,
        },
      ];
    case 'like':
      return [{ ...withLike(post, act.liked, user.username), isUnsent }];
    case 'comment':
      return [
        {
          ...post,
          comments: [...post.comments, madeComment(one, act.text, user)],
          commentCount: post.commentCount + 1,
        },
      ];
    case 'reject':
      return [
        {
          ...post,
          status: 'rejected',
          approved: false,
          reason: act.reason || null,
          decided_by: user.full_name,
          can: { ...post.can, approve: false, reject: false },
          isUnsent,
        },
      ];
  }
}

/** The addresses that were kept with the act may have run out since. */
function stillThere({ attachments }: Post, kept: readonly Attachment[]): Attachment[] {
  return kept.map((one) => attachments.find(({ id }) => id === one.id) ?? one);
}

function waitingAgain({ can }: Post): Partial<Post> {
  return {
    status: 'pending',
    approved: false,
    reason: null,
    decided_by: null,
    can: { ...can, like: false, comment: false },
  };
}

function withLike(post: ShownPost, liked: boolean, username: string): ShownPost {
  if (post.liked === liked) return post;
  const others = post.likes.filter((name) => name !== username);
  return {
    ...post,
    liked,
    likes: liked ? [...others, username] : others,
    likeCount: Math.max(0, post.likeCount + (liked ? 1 : -1)),
  };
}

function madePost(one: ShownAct, user: User): ShownPost[] {
  const { seq, at, act, isSending } = one;
  // While it is sent for the first time, its author still sees it in the composer.
  if (act.kind !== 'create' || isSending || user.school_id === null) return [];
  return [
    {
      id: localPostId(seq),
      author: user.username,
      author_id: user.id,
      author_first_name: user.first_name,
      author_last_name: user.last_name,
      author_display: user.full_name,
      author_avt: user.avt,
      authorRole: user.role,
      authorSchoolId: user.school_id,
      class_name: user.class_name,
      title: act.title,
      content: act.content,
      createdAt: at,
      status: 'pending',
      approved: false,
      version: 1,
      reason: null,
      decided_by: null,
      likes: [],
      likeCount: 0,
      liked: false,
      comments: [],
      commentsNext: null,
      commentCount: 0,
      attachments: filesOf(one, act.files),
      can: {
        edit: true,
        delete: true,
        approve: false,
        reject: false,
        like: false,
        comment: false,
      },
      isUnsent: true,
    },
  ];
}

function madeComment({ seq, at, isSending }: ShownAct, text: string, user: User): ShownComment {
  const { id, username, first_name, last_name, avt } = user;
  return {
    id: -seq,
    user: username,
    user_id: id,
    text,
    first_name,
    last_name,
    avt,
    createdAt: at,
    isUnsent: !isSending,
  };
}

const addresses = new Map<number, string>();

/** The files that wait with an act, shown from the device. */
function filesOf({ seq }: ShownAct, files: readonly File[]): Attachment[] {
  return files.map((file, place) => {
    const id = localAttachmentId(seq, place);
    const url = addresses.get(id) ?? URL.createObjectURL(file);
    addresses.set(id, url);
    return {
      id,
      url,
      thumb: file.type.startsWith('image/') ? url : null,
      mime: file.type,
      filename: file.name,
      width: null,
      height: null,
    };
  });
}
