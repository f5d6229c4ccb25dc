import { t } from '@lingui/core/macro';
import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import type { DraftAction } from './lesson-draft.ts';
import { uploadThumbnail } from './lessons.api.ts';

export type ThumbnailUpload =
  | { state: 'sending'; image: File; fraction: number }
  | { state: 'failed'; message: string };

/** The thumbnail uploads by week key. Kept here because a week may be collapsed during its upload. */
export function useThumbnailUploads(dispatch: Dispatch<DraftAction>) {
  const [uploads, setUploads] = useState<Readonly<Record<string, ThumbnailUpload | undefined>>>({});
  const abortControllers = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const controllers = abortControllers.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const setUpload = useCallback((key: string, upload: ThumbnailUpload | undefined) => {
    setUploads((current) => ({ ...current, [key]: upload }));
  }, []);

  const cancel = useCallback(
    (key: string) => {
      abortControllers.current.get(key)?.abort();
      setUpload(key, undefined);
    },
    [setUpload],
  );

  const send = useCallback(
    async (key: string, image: File) => {
      abortControllers.current.get(key)?.abort();
      if (!image.type.startsWith('image/')) {
        return setUpload(key, { state: 'failed', message: t`Chỉ nhận ảnh` });
      }
      const controller = new AbortController();
      abortControllers.current.set(key, controller);
      const onProgress = (fraction: number) =>
        setUpload(key, { state: 'sending', image, fraction });
      onProgress(0);
      try {
        const { signal } = controller;
        const thumbnail = await uploadThumbnail(image, { onProgress, signal });
        if (signal.aborted) return;
        dispatch({ type: 'editWeek', key, fields: { thumbnail } });
        setUpload(key, undefined);
      } catch (error) {
        if (controller.signal.aborted) return;
        setUpload(key, { state: 'failed', message: describeError(error, t`Chưa gửi được ảnh`) });
      }
    },
    [dispatch, setUpload],
  );

  const isSending = Object.values(uploads).some((upload) => upload?.state === 'sending');
  return { uploads, send, cancel, isSending };
}

export type ThumbnailUploads = ReturnType<typeof useThumbnailUploads>;
