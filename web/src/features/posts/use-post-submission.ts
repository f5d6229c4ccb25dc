import { messages } from '@lop-xanh/contract/messages';
import type { Attachment, Post } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { useRef, useState } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import type { Outcome } from '../../lib/outbox/outbox.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { toast } from '../../ui/toast.ts';
import type { PostText } from './post-draft.ts';
import { usePostAct } from './posts.api.ts';
import { shrinkPhoto } from './shrink-photo.ts';

/** Where a submission stands; `part` is what has been sent, from 0 to 1. */
export type Progress =
  | { state: 'idle' | 'preparing' | 'saved' }
  | { state: 'sending'; part: number };

interface Content extends PostText {
  kept: readonly Attachment[];
  files: readonly File[];
}

/** Sends a new post, or the changes of an old one; answers null if it was cancelled or refused. */
export function usePostSubmission(post: Post | undefined) {
  const [progress, setProgress] = useState<Progress>({ state: 'idle' });
  const [refusal, setRefusal] = useState<string | null>(null);
  const abort = useRef<AbortController>(null);
  const submission = useSubmissionKey();
  const act = usePostAct();
  const failure = post ? messages.feed.editFailed : messages.feed.createFailed;

  const submit = async ({ kept, files, ...text }: Content): Promise<Outcome | null> => {
    const { signal } = (abort.current = new AbortController());
    const title = text.title.trim();
    const content = text.content.trim();
    let outcome: Outcome;
    setRefusal(null);
    try {
      if (files.length > 0) setProgress({ state: 'preparing' });
      const ready = await prepared(files, signal);
      setProgress({ state: 'sending', part: 0 });
      const sent = { title, content, files: ready };
      const options = {
        key: submission.keyFor([title, content, kept.map(({ id }) => id), files.map(nameAndSize)]),
        transfer: {
          onProgress: (part: number) => setProgress({ state: 'sending', part }),
          signal,
        },
      };
      outcome = post
        ? await act({ kind: 'edit', post: post.id, version: post.version, kept, ...sent }, options)
        : await act({ kind: 'create', ...sent }, options);
    } catch (error) {
      setProgress({ state: 'idle' });
      if (!signal.aborted) setRefusal(errorMessageOr(failure, error));
      return null;
    }
    if (outcome === 'waiting') toast({ kind: 'error', message: failure });
    setProgress({ state: 'saved' });
    if (post) await new Promise((done) => setTimeout(done, limits.postEditMs));
    return outcome;
  };

  return { submit, cancel: () => abort.current?.abort(), progress, refusal };
}

function nameAndSize({ name, size }: File) {
  return [name, size];
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
