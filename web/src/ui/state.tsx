import { t } from '@lingui/core/macro';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { getTextLanguage } from '../language/text-language.ts';
import { CloudPicture } from './cloud-picture.tsx';
import { PlainButton } from './plain-button.tsx';
import classes from './state.module.css';

interface EmptyProps {
  picture: ReactNode;
  title: string;
  text?: string;
  children?: ReactNode;
}

/** Shown when there is nothing to list. */
export function EmptyState({ picture, title, text, children }: EmptyProps) {
  return (
    <div className={classes.state}>
      {picture}
      <p className={classes.title} lang={getTextLanguage(title)}>
        {title}
      </p>
      {text && <p className={classes.text}>{text}</p>}
      {children}
    </div>
  );
}

interface ErrorProps {
  message: string;
  retry?: () => void;
}

/** Shown when loading failed. */
export function ErrorState({ message, retry }: ErrorProps) {
  return (
    <div className={classes.state} role="alert">
      <CloudPicture />
      <p className={classes.title} lang={getTextLanguage(message)}>
        {message}
      </p>
      {retry && (
        <PlainButton variant="light" onClick={retry} icon={<IconRefresh size={20} aria-hidden />}>
          {t`Thử lại`}
        </PlainButton>
      )}
    </div>
  );
}
