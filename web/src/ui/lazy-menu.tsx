import { t } from '@lingui/core/macro';
import { IconDots } from '@tabler/icons-react';
import { type ReactElement, type ReactNode, type Ref, Suspense, useState } from 'react';
import classes from './lazy-menu.module.css';
import { PlainIconButton } from './plain-button.tsx';

export type MenuTarget = ReactElement<{ ref?: Ref<HTMLButtonElement> }>;

interface Props {
  /** Names the button. */
  label: string;
  /** Fetches the code of the menu; called when the user approaches the button. */
  preload: () => void;
  /** Renders the menu, an `OpenMenu` around this button, once it is needed. */
  children: (button: MenuTarget) => ReactNode;
}

/** A button for a menu that is neither fetched nor rendered before its first use: lists have many. */
export function LazyMenu({ label, preload, children }: Props) {
  const [isUsed, setIsUsed] = useState(false);
  const renderButton = (open?: () => void) => (
    <PlainIconButton
      variant="subtle"
      className={classes.button ?? ''}
      aria-label={label}
      title={t`Việc khác`}
      aria-haspopup="menu"
      onPointerEnter={preload}
      onFocus={preload}
      {...(open && { onClick: open })}
    >
      <IconDots size={20} />
    </PlainIconButton>
  );
  const button = renderButton(() => setIsUsed(true));
  if (!isUsed) return button;
  return <Suspense fallback={button}>{children(renderButton())}</Suspense>;
}
