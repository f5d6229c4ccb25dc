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
    openPhoto(file).then(
      (opened) => isCurrent && setPhoto(opened),
      () => isCurrent && setSearch('unreadable'),
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);

  useEffect(() => {
    if (!photo || search !== 'searching') return;
    let isCurrent = true;
    detectFaces(photo).then(
      (found) => {
        if (!isCurrent) return;
        setFaces(found);
        setSearch('done');
      },
      () => isCurrent && setSearch('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [photo, search]);

  return { photo, search, faces, retry: () => setSearch('searching') };
}
