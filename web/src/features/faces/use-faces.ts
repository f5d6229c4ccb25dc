import { useEffect, useState } from 'react';
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

  useEffect(() => {
    let isCurrent = true;
    const open = async () => {
      try {
        const opened = await openPhoto(file);
        if (isCurrent) setPhoto(opened);
      } catch {
        if (isCurrent) setSearch('unreadable');
      }
    };
    void open();
    return () => {
      isCurrent = false;
    };
  }, [file]);

  useEffect(() => {
    if (!photo || search !== 'searching') return;
    let isCurrent = true;
    const detect = async () => {
      try {
        for await (const found of detectFaces(photo)) {
          if (!isCurrent) return;
          setFaces(found);
        }
        setSearch('done');
      } catch {
        if (isCurrent) setSearch('failed');
      }
    };
    void detect();
    return () => {
      isCurrent = false;
    };
  }, [photo, search]);

  return { photo, search, faces, retry: () => setSearch('searching') };
}
