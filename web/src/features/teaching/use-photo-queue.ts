import { useState, useSyncExternalStore } from 'react';
import { currentGeneration } from '../../lib/session.ts';
import { photoToDataUrl } from '../camera/public.ts';
import { createPhotoQueue } from './photo-queue.ts';
import { teachPhoto } from './teaching.api.ts';

export function usePhotoQueue(kindId: number) {
  const [queue] = useState(() =>
    createPhotoQueue({
      readImage: photoToDataUrl,
      getSession: currentGeneration,
      teach: (image, key) => teachPhoto(kindId, image, key),
    }),
  );
  return { ...queue, shots: useSyncExternalStore(queue.subscribe, queue.getShots) };
}
