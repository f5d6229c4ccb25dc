import type { ReactNode } from 'react';
import { PageSkeleton } from './skeleton.tsx';
import { useHiddenAppBars } from './use-hidden-app-bars.ts';

/** Nothing moves when the page that fills the screen comes. */
export function FullScreenSkeleton({ children }: { children?: ReactNode }) {
  useHiddenAppBars();
  return children ?? <PageSkeleton />;
}
