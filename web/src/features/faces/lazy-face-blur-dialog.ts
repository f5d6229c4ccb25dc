import { lazyComponent } from '../../lib/lazy-component.ts';

export const FaceBlurDialog = lazyComponent('face-blur-dialog', async () => {
  return (await import('./face-blur-dialog.tsx')).FaceBlurDialog;
});
