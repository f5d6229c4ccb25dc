import type { ReactNode } from 'react';
import { type To } from '../../lib/routing/browser-history.ts';
import { FullScreen } from '../../ui/full-screen.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import classes from './camera-layout.module.css';

interface Props {
  title: string;
  /** Where Back leads if the app was opened here. */
  parent: To;
  /** `sheet` if the children cover the photo. */
  state: 'live' | 'busy' | 'sheet';
  stage: ReactNode;
  /** At the end of the title bar. */
  actions?: ReactNode;
  /** Beside the camera, and on a phone over it. */
  children: ReactNode;
}

/** A page with a camera, which fills the screen of a phone. */
export function CameraLayout({ title, parent, state, stage, actions, children }: Props) {
  const page = (
    <div className={classes.page}>
      {stage}
      <div className={classes.side} data-state={state}>
        {children}
      </div>
    </div>
  );
  if (useIsMobile()) {
    return (
      <FullScreen title={title} parent={parent} isOverlay actions={actions}>
        {page}
      </FullScreen>
    );
  }
  return (
    <>
      <PageHeader title={title}>{actions}</PageHeader>
      {page}
    </>
  );
}
