import { loadOverlayHost } from './overlays.tsx';

export interface Toast {
  /** `kept`: not sent yet, but safe on this device. */
  kind: 'success' | 'error' | 'info' | 'kept';
  message: string;
  durationMs?: number;
  /** Toasts with the same id are shown once. */
  id?: string;
}

export function toast(options: Toast): void {
  void loadOverlayHost().then((host) => host?.showToast(options));
}
