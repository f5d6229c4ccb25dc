import { useEffect, useLayoutEffect } from 'react';
import { isSiteDataBlocked } from '../site-data.ts';
import type { Location } from './browser-history.ts';
import { useLocation } from './location.ts';

const storageKey = 'scroll-positions';

/** By the location's key. */
const positions = isSiteDataBlocked ? {} : readPositions();
let keptKey: string | null = null;

function readPositions() {
  return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
}

/** Remembers the position for a return to this location. */
export function saveScroll({ key }: Location): void {
  positions[key] = window.scrollY;
}

/** The page at this location does not scroll to the top when it is shown. */
export function keepScroll({ key }: Location): void {
  keptKey = key;
}

/** Starts a new page at the top, and one that was left where it was left. */
export function ScrollRestoration() {
  const location = useLocation();

  useEffect(() => {
    history.scrollRestoration = 'manual';
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, []);

  useEffect(() => {
    const store = () => {
      saveScroll(location);
      sessionStorage.setItem(storageKey, JSON.stringify(positions));
      // The browser can restore the position of a page that it reloads or has kept.
      history.scrollRestoration = 'auto';
    };
    window.addEventListener('pagehide', store);
    return () => window.removeEventListener('pagehide', store);
  }, [location]);

  useLayoutEffect(() => {
    const position = positions[location.key];
    if (position !== undefined) return returnTo(position);
    if (location.key !== keptKey) scrollToStart(location);
    return undefined;
  }, [location]);

  return null;
}

const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** What still loads may be as long as its skeleton, and move a little when it comes. */
const settleMs = 1_000;

/** A page that still loads is too short at first: follows it until the position has settled or the user acts. */
function returnTo(position: number): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined;
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, position);
    clearTimeout(settling);
    if (Math.abs(window.scrollY - position) <= 1) settling = setTimeout(stop, settleMs);
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(settling);
    for (const name of userEvents) window.removeEventListener(name, stop);
  };
  window.scrollTo(0, position);
  for (const name of userEvents) window.addEventListener(name, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}

function scrollToStart({ hash }: Location): void {
  const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  if (target) target.scrollIntoView();
  else window.scrollTo(0, 0);
}
