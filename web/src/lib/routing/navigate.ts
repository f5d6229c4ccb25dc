import { useEffect } from 'react';
import { getHistory, type NavigateOptions, type To } from './browser-history.ts';

/** Opens another page of the app, or other selections of this one. */
export function navigate(to: To, options?: NavigateOptions): void {
  getHistory().navigate(to, options);
}

/** Leads to another page in place of the one that renders it. */
export function Navigate({ to }: { to: To }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
