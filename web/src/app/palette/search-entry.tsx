import { Suspense, useEffect, useState } from 'react';
import { countOpenOverlays } from '../../lib/open-overlays.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { Palette } from './lazy-palette.ts';
import { SearchButton } from './search-button.tsx';

/** Finds anything: with Ctrl K, ⌘ K or a button. */
export function SearchEntry() {
  const [palette, setPalette] = useState<'unused' | 'open' | 'closed'>('unused');
  useEffect(() => whenIdle(Palette.preload), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isShortcut || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // Not above a dialog, whose work it would leave.
      setPalette((state) =>
        state === 'open' ? 'closed' : countOpenOverlays() === 0 ? 'open' : state,
      );
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <SearchButton onClick={() => setPalette('open')} />
      <Suspense>
        {palette !== 'unused' && (
          <Palette isOpen={palette === 'open'} onClose={() => setPalette('closed')} />
        )}
      </Suspense>
    </>
  );
}
