export { countBlurredFaces } from './blur-photo.ts';
export { FaceBlurDialog } from './lazy-face-blur-dialog.ts';
