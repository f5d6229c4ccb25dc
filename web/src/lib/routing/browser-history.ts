import { closeTopOverlay, countOpenOverlays, onOverlaysChange } from '../open-overlays.ts';
import { randomKey } from '../random-key.ts';
import { confirmLosingWork, hasUnsavedWork } from '../unsaved-work.ts';

export interface Path {
  pathname: string;
  search: string;
  hash: string;
}

export interface Location extends Path {
  /** What the link to the page said beside its URL. */
  state: unknown;
  /** Every entry of the history has its own. */
  key: string;
}

/** Without a pathname, the page stays. */
export type To = string | Partial<Path>;

export interface NavigateOptions {
  /** Takes the place of the current page in the history. */
  replace?: boolean;
  /** Kept with the new location. */
  state?: unknown;
  /** Does not start at the top of the page. */
  preventScrollReset?: boolean | undefined;
}

export interface Navigation {
  from: Location;
  to: Location;
  keepsScroll: boolean;
}

/** Kept by the browser for each entry of its history. */
interface Entry {
  /** Its place in the history. */
  idx?: number;
  /** The entry with which the app was opened has none. */
  key?: string;
  /** Each open dialog, menu or viewer has an entry above its page, with the same key; this is its number. */
  overlays?: number;
  /** What the link to the page said beside its URL. */
  state?: unknown;
}

/**
 * The history of this tab. Back closes what covers the page, and a navigation to another page asks before it
 * loses unsaved work.
 */
function createBrowserHistory() {
  let current = readLocation();
  let index = readEntry().idx ?? 0;
  if (readEntry().idx === undefined) store({ idx: index });
  let notify: (navigation: Navigation) => void = () => {};

  function arrive(keepsScroll: boolean): void {
    const from = current;
    current = readLocation();
    notify({ from, to: current, keepsScroll });
  }

  /** Where a step of the browser that the page does not see leads, and what to do there. */
  let hidden: { place: number; onArrival: () => void } | null = null;
  function stepHidden(steps: number, onArrival = () => {}): void {
    hidden = { place: readPlace() + steps, onArrival };
    history.go(steps);
  }
  const readPlace = () => readEntry().idx ?? index + 1;

  function handleHiddenStep({ place, onArrival }: NonNullable<typeof hidden>): void {
    const missing = place - readPlace();
    // A second press of Back took the place of our step.
    if (missing !== 0) return history.go(missing);
    hidden = null;
    index = place;
    onArrival();
    matchOverlaysSoon();
  }

  /** Adds or leaves entries until there is one for each open overlay. */
  function matchOverlays(): void {
    if (hidden) return;
    const entry = readEntry();
    const { overlays = 0 } = entry;
    const missing = countOpenOverlays() - overlays;
    for (let added = 1; added <= missing; added += 1) {
      index += 1;
      history.pushState({ ...entry, idx: index, overlays: overlays + added }, '');
    }
    // A selection made in the overlay may have changed the URL.
    const { href } = location;
    if (missing < 0) stepHidden(missing, () => store(readEntry(), href));
  }
  /** Later, because a menu closes in the same moment in which its dialog opens. */
  let matching: ReturnType<typeof setTimeout>;
  function matchOverlaysSoon(): void {
    clearTimeout(matching);
    matching = setTimeout(matchOverlays);
  }

  function leaveOverlays(then: () => void): void {
    const { overlays = 0 } = readEntry();
    if (hidden) {
      const earlier = hidden.onArrival;
      hidden.onArrival = () => {
        earlier();
        leaveOverlays(then);
      };
    } else if (overlays > 0) stepHidden(-overlays, then);
    else then();
  }

  /** Waits for the user's decision. A later navigation, such as a second press of Back, replaces it. */
  let waiting: (() => void) | null = null;
  async function leaveIfConfirmed(leave: () => void): Promise<void> {
    const isAsking = waiting !== null;
    waiting = leave;
    if (isAsking) return;
    const isConfirmed = await confirmLosingWork();
    const leaveLatest = waiting;
    waiting = null;
    if (isConfirmed) leaveLatest();
  }

  // A new selection in the same page's URL loses nothing.
  const losesWork = (pathname: string) => hasUnsavedWork() && pathname !== current.pathname;

  /** Keeps the pathname of a selection that has none. */
  function createHref(to: To): string {
    const parts = typeof to === 'string' ? null : { search: '', hash: '', ...to };
    const url = new URL(
      parts ? (parts.pathname ?? current.pathname) : (to as string),
      location.href,
    );
    if (parts) Object.assign(url, { search: parts.search, hash: parts.hash });
    return url.pathname + url.search + url.hash;
  }

  function navigate(to: To, options: NavigateOptions = {}): void {
    const { replace: isReplaced = false, state, preventScrollReset = false } = options;
    const isNew = !isReplaced;
    const href = createHref(to);
    const leave = () =>
      leaveOverlays(() => {
        if (isNew) index += 1;
        const entry = { idx: index, key: randomKey(), state };
        if (isNew) history.pushState(entry, '', href);
        else store(entry, href);
        arrive(preventScrollReset);
      });
    if (losesWork(new URL(href, location.href).pathname)) void leaveIfConfirmed(leave);
    else leave();
  }

  let isConfirmedStep = false;
  function handleStep(): void {
    const { idx, key = firstKey } = readEntry();
    if (hidden) return handleHiddenStep(hidden);
    const steps = readPlace() - index;
    const isSamePage = idx !== undefined && key === current.key;
    if (isSamePage) {
      index = idx;
      if (steps < 0) closeTopOverlay();
      return matchOverlaysSoon();
    }
    // The browser may skip entries that were added without a tap.
    if (steps < 0 && countOpenOverlays() > 0) return stepHidden(-steps, closeTopOverlay);
    if (steps !== 0 && !isConfirmedStep && losesWork(location.pathname)) {
      stepHidden(-steps);
      // The question has an entry above the page.
      const leave = () => {
        isConfirmedStep = true;
        history.go(steps);
      };
      void leaveIfConfirmed(() => leaveOverlays(leave));
      return;
    }
    isConfirmedStep = false;
    index += steps;
    // A link to a part of the page, which the browser follows itself.
    if (idx === undefined) store({ idx: index, key: randomKey() });
    arrive(false);
  }

  return {
    /** The browser's own, which may lead what is on screen. */
    get location(): Location {
      return current;
    },
    createHref,
    navigate,
    goBack: () => leaveOverlays(() => history.back()),
    /** Returns a function that stops listening. */
    listen(onNavigation: (navigation: Navigation) => void): () => void {
      notify = onNavigation;
      window.addEventListener('popstate', handleStep);
      const stopMatching = onOverlaysChange(matchOverlaysSoon);
      // A reload closes what was open.
      matchOverlaysSoon();
      return () => {
        window.removeEventListener('popstate', handleStep);
        stopMatching();
      };
    },
  };
}

function readEntry(): Entry {
  return (history.state ?? {}) as Entry;
}

function store(entry: Entry, href?: string): void {
  history.replaceState(entry, '', href);
}

const firstKey = 'default';

function readLocation(): Location {
  const { pathname, search, hash } = location;
  const { state = null, key = firstKey } = readEntry();
  return { pathname, search, hash, state, key };
}

let created: ReturnType<typeof createBrowserHistory> | undefined;

/** Created when it is first used, not when it is imported. */
export function getHistory() {
  created ??= createBrowserHistory();
  return created;
}
