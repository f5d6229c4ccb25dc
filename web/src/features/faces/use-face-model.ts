import { useEffect, useState } from 'react';
import { type OpenModel, openModel, savesData } from '../../lib/device-models.ts';
import { FaceBlurDialog } from './lazy-face-blur-dialog.ts';

/** The detector of an editor. It loads, with its dialog, as soon as there are photos, and is released with the editor. */
export function useFaceModel(hasPhotos: boolean): OpenModel {
  const [model] = useState(() => openModel('faces'));
  useEffect(() => {
    if (!hasPhotos || savesData()) return;
    model.load();
    FaceBlurDialog.preload();
  }, [model, hasPhotos]);
  useEffect(() => model.close, [model]);
  return model;
}
