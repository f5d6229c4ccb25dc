import { useLayoutEffect } from 'react';
import './hidden-app-bars.css';

/** Hides the header and the bottom bar of a phone while the component is shown. */
export function useHiddenAppBars(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.fullScreen = '';
    return () => {
      delete document.documentElement.dataset.fullScreen;
    };
  }, []);
}
