import { useEffect, useState } from 'react';
import type { OpenModel } from '../../lib/device-models.ts';
import { openPhoto } from './blur-photo.ts';
import { detectFaces } from './detect-faces.ts';
import type { Area } from './find-faces.ts';

/** Sharp enough on a large screen and for the detector, and fast to draw again. */
const previewPx = 1280;

/** `failed` if the detector could not be loaded, `unreadable` if the photo could not be opened. */
export type FaceSearch = 'searching' | 'done' | 'failed' | 'unreadable';

/** Opens a photo, reduced to a preview, and finds the faces in it. */
export function useFaces(file: File, model: OpenModel) {
  const [photo, setPhoto] = useState<HTMLCanvasElement>();
  const [search, setSearch] = useState<FaceSearch>('searching');
  const [faces, setFaces] = useState<Area[]>([]);

  useEffect(() => {
    let isCurrent = true;
    const open = async () => {
      try {
        const opened = await openPhoto(file, previewPx);
        if (isCurrent) setPhoto(opened);
      } catch {
        if (isCurrent) setSearch('unreadable');
      }
    };
    model.load();
    void open();
    return () => {
      isCurrent = false;
    };
  }, [file, model]);

  useEffect(() => {
    if (!photo || search !== 'searching') return;
    return searchFaces(model, photo, { onFaces: setFaces, onEnd: setSearch });
  }, [photo, search, model]);

  return { photo, search, faces, retry: () => setSearch('searching') };
}

/** Reports the faces as they are found, until it is stopped. */
function searchFaces(
  model: OpenModel,
  photo: HTMLCanvasElement,
  { onFaces, onEnd }: { onFaces: (faces: Area[]) => void; onEnd: (end: FaceSearch) => void },
): () => void {
  let isCurrent = true;
  const detect = async () => {
    try {
      for await (const areas of detectFaces(model, photo)) {
        if (!isCurrent) return;
        onFaces(areas);
      }
      onEnd('done');
    } catch {
      if (isCurrent) onEnd('failed');
    }
  };
  void detect();
  return () => {
    isCurrent = false;
  };
}
