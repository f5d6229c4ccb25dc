import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { countOpenOverlays } from '../../lib/open-overlays.ts';

export const Palette = lazyComponent('palette', async () => {
  return (await import('../palette/palette.tsx')).Palette;
});
const SearchButton = lazyComponent('search-button', async () => {
  return (await import('../palette/search-button.tsx')).SearchButton;
});

/** Finds anything: with Ctrl K or ⌘ K, and on a wide screen with a button. */
export function SearchEntry({ hasButton }: { hasButton: boolean }) {
  const [palette, setPalette] = useState<'unused' | 'open' | 'closed'>('unused');
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
      <Suspense>{hasButton && <SearchButton onClick={() => setPalette('open')} />}</Suspense>
      <Suspense>
        {palette !== 'unused' && (
          <Palette isOpen={palette === 'open'} onClose={() => setPalette('closed')} />
        )}
      </Suspense>
    </>
  );
}
