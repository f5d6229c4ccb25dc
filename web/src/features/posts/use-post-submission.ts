import type { Attachment, Post } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { useRef, useState } from 'react';
import { messages } from '../../language/messages.ts';
import { describeError } from '../../lib/api-errors.ts';
import type { SubmitOutcome } from '../../lib/outbox/attempts.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { toast } from '../../ui/toast.ts';
import { countBlurredFaces } from '../faces/public.ts';
import type { PostText } from './post-draft.ts';
import { useSubmitPostAction } from './posts.api.ts';
import { shrinkPhoto } from './shrink-photo.ts';

/** `fraction` is the part uploaded so far, from 0 to 1. */
export type SubmissionProgress =
  | { state: 'idle' | 'preparing' | 'done' }
  | { state: 'uploading'; fraction: number };

interface PostInput extends PostText {
  /** Of a new post. */
  classId: number | undefined;
  /** The existing attachments to keep. */
  attachments: readonly Attachment[];
  /** The files to add. */
  files: readonly File[];
  /** That nobody without consent can be recognized in them. */
  photosConfirmed: boolean;
}

/** Creates a post, or edits the given one, in place of a rejected entry. `submit` returns null if the user cancels it or it fails. */
export function usePostSubmission(post: Post | undefined, replaces: number | undefined) {
  const [progress, setProgress] = useState<SubmissionProgress>({ state: 'idle' });
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const abortController = useRef<AbortController>(null);
  const submission = useSubmissionKey();
  const submitAction = useSubmitPostAction();
  const failureMessage = post ? messages.feed.editFailed : messages.feed.createFailed;

  const submit = async ({
    classId,
    attachments,
    files,
    photosConfirmed,
    ...text
  }: PostInput): Promise<SubmitOutcome | null> => {
    const { signal } = (abortController.current = new AbortController());
    const title = text.title.trim();
    const content = text.content.trim();
    let outcome: SubmitOutcome;
    setErrorMessage(null);
    try {
      if (files.length > 0) setProgress({ state: 'preparing' });
      const shrunkFiles = await shrinkPhotos(files, signal);
      setProgress({ state: 'uploading', fraction: 0 });
      const blurredFaces = files.map(countBlurredFaces);
      const fields = { title, content, files: shrunkFiles, photosConfirmed, blurredFaces };
      const options = {
        key: submission.getKeyFor([
          title,
          content,
          classId,
          attachments.map(({ id }) => id),
          files.map(({ name, size }) => [name, size]),
          photosConfirmed,
        ]),
        transfer: {
          onProgress: (fraction: number) => setProgress({ state: 'uploading', fraction }),
          signal,
        },
        replaces,
      };
      outcome = post
        ? await submitAction(
            { kind: 'edit', post: post.id, version: post.version, kept: attachments, ...fields },
            options,
          )
        : await submitAction({ kind: 'create', class_id: classId, ...fields }, options);
    } catch (error) {
      setProgress({ state: 'idle' });
      if (!signal.aborted) setErrorMessage(describeError(error, failureMessage));
      return null;
    }
    if (outcome === 'waiting') toast({ kind: 'kept', message: failureMessage });
    setProgress({ state: 'done' });
    // The specification keeps the editor open for a moment after an edit.
    if (post) await new Promise((resolve) => setTimeout(resolve, limits.postEditDelayMs));
    return outcome;
  };

  return { submit, cancel: () => abortController.current?.abort(), progress, errorMessage };
}

/** One at a time: a small phone cannot decode ten large photos at once. */
async function shrinkPhotos(files: readonly File[], signal: AbortSignal): Promise<File[]> {
  const shrunk: File[] = [];
  for (const file of files) {
    shrunk.push(await shrinkPhoto(file));
    signal.throwIfAborted();
  }
  return shrunk;
}
