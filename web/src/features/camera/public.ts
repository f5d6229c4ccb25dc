export { describeCameraError, type ErrorText } from './camera-error.ts';
export { CameraLayout } from './camera-layout.tsx';
export { CameraStage } from './camera-stage.tsx';
export { PhotoPicker } from './photo-picker.tsx';
export { photoToDataUrl } from './photo-to-data-url.ts';
export { ShutterBar } from './shutter-bar.tsx';
export { useCameras } from './use-cameras.ts';
