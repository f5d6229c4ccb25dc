export { countBlurredFaces } from './blur-photo.ts';
export { FaceBlurDialog } from './lazy-face-blur-dialog.ts';
export { useFaceModel } from './use-face-model.ts';
