import { t } from '@lingui/core/macro';
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { getTextLanguage } from '../language/text-language.ts';
import { type To } from '../lib/routing/browser-history.ts';
import { useGoBack } from '../lib/use-go-back.ts';
import classes from './full-screen.module.css';
import { useHiddenAppBars } from './use-hidden-app-bars.ts';
import { useStaleAge } from './use-stale-age.ts';

interface Props {
  title: string;
  /** Where Back leads if the app was opened here. */
  parent: To;
  /** Lets the content begin behind the bar, as a camera does. */
  isOverlay?: boolean;
  /** At the end of the title bar. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A mode of its own on a phone: a title bar with Back stands in for the header and the bottom bar. */
export function FullScreen({ title, parent, isOverlay = false, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { age } = useStaleAge();
  useHiddenAppBars();
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <title>{`${title} · Lớp Xanh`}</title>
      <div className={classes.bar} data-overlay={isOverlay || undefined}>
        <ActionIcon
          variant="subtle"
          className={classes.back ?? ''}
          aria-label={t`Quay lại`}
          onClick={useGoBack(parent)}
        >
          <IconArrowLeft size={24} />
        </ActionIcon>
        <div className={classes.text}>
          <h1 ref={heading} tabIndex={-1} className={classes.title} lang={getTextLanguage(title)}>
            {title}
          </h1>
          <p aria-live="polite" className={classes.age}>
            {age && t`Cập nhật ${age}`}
          </p>
        </div>
        {actions}
      </div>
      {children}
    </>
  );
}
