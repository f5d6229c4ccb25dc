import { messages } from '@lop-xanh/contract/messages';
import type { Attachment, Post } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { useRef, useState } from 'react';
import { isServerFailure, refusalOr } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { toast } from '../../ui/toast.ts';
import type { PostText } from './post-draft.ts';
import { type Submission, useEditPost, useSubmitPost } from './posts.api.ts';
import { shrinkPhoto } from './shrink-photo.ts';

/** Where a submission stands; `part` is what has been sent, from 0 to 1. */
export type Progress =
  | { state: 'idle' | 'preparing' | 'saved' }
  | { state: 'sending'; part: number };

interface Content extends PostText {
  kept: readonly Attachment[];
  files: readonly File[];
}

/** Sends a new post, or the changes of an old one; answers whether it arrived. */
export function usePostSubmission(post: Post | undefined) {
  const [progress, setProgress] = useState<Progress>({ state: 'idle' });
  const [refusal, setRefusal] = useState<string | null>(null);
  const abort = useRef<AbortController>(null);
  const submission = useSubmissionKey();
  const create = useSubmitPost();
  const edit = useEditPost(post?.id ?? 0);

  const submit = async ({ title, content, kept, files }: Content): Promise<boolean> => {
    const { signal } = (abort.current = new AbortController());
    const urls = kept.map(({ url }) => url);
    setRefusal(null);
    try {
      if (files.length > 0) setProgress({ state: 'preparing' });
      const ready = await prepared(files, signal);
      setProgress({ state: 'sending', part: 0 });
      const sent: Submission = {
        title: title.trim(),
        content: content.trim(),
        files: ready,
        key: submission.keyFor([title, content, urls, files.map(({ name, size }) => [name, size])]),
        onProgress: (part) => setProgress({ state: 'sending', part }),
        signal,
      };
      if (post) await edit.mutateAsync({ ...sent, kept: urls, version: post.version });
      else await create.mutateAsync(sent);
    } catch (error) {
      setProgress({ state: 'idle' });
      if (!signal.aborted) tell(error);
      return false;
    }
    setProgress({ state: 'saved' });
    if (post) await new Promise((done) => setTimeout(done, limits.postEditMs));
    return true;
  };

  const tell = (error: unknown) => {
    const failure = post ? messages.feed.editFailed : messages.feed.createFailed;
    if (isServerFailure(error)) toast({ kind: 'error', message: failure });
    else setRefusal(refusalOr(failure, error));
  };

  return { submit, cancel: () => abort.current?.abort(), progress, refusal };
}

/** One after the other: ten large photos at once are too much for a small phone. */
async function prepared(files: readonly File[], signal: AbortSignal): Promise<File[]> {
  const ready: File[] = [];
  for (const file of files) {
    ready.push(await shrinkPhoto(file));
    signal.throwIfAborted();
  }
  return ready;
}
