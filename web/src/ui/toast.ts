import { overlays } from './overlays.tsx';

export interface Toast {
  kind: 'success' | 'error' | 'info';
  message: string;
  durationMs?: number;
  /** Two toasts with one id are shown once. */
  id?: string;
}

export function toast(toast: Toast): void {
  void overlays().then((host) => host?.showToast(toast));
}
