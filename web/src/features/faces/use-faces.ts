import { useEffect, useMemo, useState } from 'react';
import { openPhoto } from './blur-photo.ts';
import { detectFaces } from './detect-faces.ts';
import type { Area } from './find-faces.ts';

/** `failed` if the detector could not be loaded, `unreadable` if the photo could not be opened. */
export type FaceSearch = 'searching' | 'done' | 'failed' | 'unreadable';

/** Opens a photo and finds the faces in it. */
export function useFaces(file: File) {
  const [photo, setPhoto] = useState<HTMLCanvasElement>();
  const [search, setSearch] = useState<FaceSearch>('searching');
  const [faces, setFaces] = useState<Area[]>([]);

  const opening = useMemo(() => openPhoto(file), [file]);
  useEffect(() => {
    let isCurrent = true;
    const open = async () => {
      try {
        const opened = await opening;
        if (isCurrent) setPhoto(opened);
      } catch {
        if (isCurrent) setSearch('unreadable');
      }
    };
    void open();
    return () => {
      isCurrent = false;
    };
  }, [opening]);

  useEffect(() => {
    if (search !== 'searching') return;
    let isCurrent = true;
    const detect = async (found: ReturnType<typeof detectFaces>) => {
      try {
        for await (const areas of found) {
          if (!isCurrent) return;
          setFaces(areas);
        }
        setSearch('done');
      } catch {
        if (isCurrent) setSearch((old) => (old === 'searching' ? 'failed' : old));
      }
    };
    void detect(detectFaces(opening));
    return () => {
      isCurrent = false;
    };
  }, [opening, search]);

  return { photo, search, faces, retry: () => setSearch('searching') };
}
