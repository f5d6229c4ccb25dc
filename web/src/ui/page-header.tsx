import { type ReactNode, useEffect, useRef, useState } from 'react';
import { getTextLanguage } from '../language/text-language.ts';
import { countOpenOverlays } from '../lib/open-overlays.ts';
import { useLocation } from '../lib/routing/location.ts';
import classes from './page-header.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface Props {
  title: string;
  /** Shows the heading only to screen readers. */
  isHidden?: boolean;
  children?: ReactNode;
}

/** Sets the document title, and focuses the heading after a navigation. */
export function PageHeader({ title, isHidden = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  // The value at mount: a selection kept in the URL is not a navigation.
  const [isFirstPage] = useState(key === 'default');

  useEffect(() => {
    // The user may have opened something else while the page was loading, and be typing there.
    const isCovered = countOpenOverlays() > 0;
    if (!isFirstPage && !isCovered) heading.current?.focus({ preventScroll: true });
  }, [isFirstPage]);

  const h1 = (
    <h1 ref={heading} tabIndex={-1} lang={getTextLanguage(title)}>
      {title}
    </h1>
  );
  return (
    <>
      <title>{`${title} · Lớp Xanh`}</title>
      {isHidden ? (
        <VisuallyHidden>{h1}</VisuallyHidden>
      ) : (
        <div className={classes.header}>
          {h1}
          {children && <div className={classes.actions}>{children}</div>}
        </div>
      )}
    </>
  );
}
