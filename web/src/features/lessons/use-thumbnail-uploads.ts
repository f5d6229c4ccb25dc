import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import type { Change } from './lesson-draft.ts';
import { uploadThumbnail } from './lessons.api.ts';

export type ThumbnailUpload =
  | { state: 'sending'; picture: File; part: number }
  | { state: 'failed'; message: string };

/** The pictures on their way, by the keys of their weeks: a week may be folded in the meantime. */
export function useThumbnailUploads(change: Dispatch<Change>) {
  const [uploads, setUploads] = useState<Readonly<Record<string, ThumbnailUpload | undefined>>>({});
  const aborts = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const all = aborts.current;
    return () => {
      for (const abort of all.values()) abort.abort();
    };
  }, []);

  const note = useCallback((key: string, upload: ThumbnailUpload | undefined) => {
    setUploads((before) => ({ ...before, [key]: upload }));
  }, []);

  const cancel = useCallback(
    (key: string) => {
      aborts.current.get(key)?.abort();
      note(key, undefined);
    },
    [note],
  );

  const send = useCallback(
    async (key: string, picture: File) => {
      aborts.current.get(key)?.abort();
      if (!picture.type.startsWith('image/')) {
        return note(key, { state: 'failed', message: 'Chỉ nhận ảnh' });
      }
      const abort = new AbortController();
      aborts.current.set(key, abort);
      const onProgress = (part: number) => note(key, { state: 'sending', picture, part });
      onProgress(0);
      try {
        const { signal } = abort;
        const thumbnail = await uploadThumbnail(picture, { onProgress, signal });
        if (signal.aborted) return;
        change({ do: 'write week', key, week: { thumbnail } });
        note(key, undefined);
      } catch (error) {
        if (abort.signal.aborted) return;
        note(key, { state: 'failed', message: errorMessageOr('Chưa gửi được ảnh', error) });
      }
    },
    [change, note],
  );

  const isSending = Object.values(uploads).some((upload) => upload?.state === 'sending');
  return { uploads, send, cancel, isSending };
}

export type ThumbnailUploads = ReturnType<typeof useThumbnailUploads>;
