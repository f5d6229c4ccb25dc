import { type To, useNavigate } from 'react-router';
import { paths } from './paths.ts';

/** Goes back, or to the parent page if the app was opened here. */
export function useGoBack(parent: To = paths.home) {
  const navigate = useNavigate();
  return () => {
    const { idx = 0, overlays = 0 } = (history.state ?? {}) as { idx?: number; overlays?: number };
    // What covers the page has entries of its own above it.
    void (idx > overlays ? navigate(-1) : navigate(parent, { replace: true }));
  };
}
