import { useLayoutEffect, useState } from 'react';
import { useBackCloses } from './use-back-closes.ts';

/** In a landmark, and with nothing but items, of which the first takes the focus. */
const accessibleProps = { portalProps: { target: 'main' }, withInitialFocusPlaceholder: false };

/** Whether a menu is open, as Mantine's `Menu` takes it; Back and Escape close it. */
export function useMenuState() {
  const [opened, onChange] = useState(false);
  useBackCloses(opened, () => onChange(false));
  useLayoutEffect(() => {
    if (!opened) return;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      // Mantine's dropdown hears the key once it has the focus, which it gets in a task that may be waiting.
      if (key === 'Escape') setTimeout(() => onChange(false));
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [opened]);
  return { opened, onChange, ...accessibleProps };
}
