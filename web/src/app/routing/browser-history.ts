import {
  createPath,
  type Location,
  type NavigateOptions,
  type Navigator,
  type To,
} from 'react-router';
import { randomKey } from '../../lib/random-key.ts';
import { confirmLosingWork, hasUnsavedWork } from '../../lib/unsaved-work.ts';

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
}

/** The history of this tab, which asks before a navigation to another page loses unsaved work. */
export function createBrowserHistory() {
  let current = readLocation();
  let index = readEntry().idx ?? 0;
  if (readEntry().idx === undefined) store({ idx: index });
  let notify: (navigation: Navigation) => void = () => {};

  function arrive(keepsScroll: boolean): void {
    const from = current;
    current = readLocation();
    notify({ from, to: current, keepsScroll });
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

  function change(to: To, isNew: boolean, options?: NavigateOptions): void {
    const href = createHref(to);
    const leave = () => {
      if (isNew) index += 1;
      const entry = { idx: index, key: randomKey() };
      if (isNew) history.pushState(entry, '', href);
      else store(entry, href);
      arrive(options?.preventScrollReset ?? false);
    };
    if (losesWork(new URL(href, location.href).pathname)) void leaveIfConfirmed(leave);
    else leave();
  }

  /** The next step of the browser's history undoes one that waits for the user's decision. */
  let isUndoing = false;
  let isConfirmedStep = false;
  function handleStep(): void {
    if (isUndoing) {
      isUndoing = false;
      return;
    }
    const { idx } = readEntry();
    const steps = (idx ?? index + 1) - index;
    if (steps !== 0 && !isConfirmedStep && losesWork(location.pathname)) {
      isUndoing = true;
      history.go(-steps);
      void leaveIfConfirmed(() => {
        isConfirmedStep = true;
        history.go(steps);
      });
      return;
    }
    isConfirmedStep = false;
    index += steps;
    // A link to a part of the page, which the browser follows itself.
    if (idx === undefined) store({ idx: index, key: randomKey() });
    arrive(false);
  }

  const navigator: Navigator = {
    createHref,
    go: (steps) => history.go(steps),
    push: (to, _state, options) => change(to, true, options),
    replace: (to, _state, options) => change(to, false, options),
  };
  return {
    navigator,
    location: current,
    /** Returns a function that stops listening. */
    listen(onNavigation: (navigation: Navigation) => void): () => void {
      notify = onNavigation;
      window.addEventListener('popstate', handleStep);
      return () => window.removeEventListener('popstate', handleStep);
    },
  };
}

function readEntry(): Entry {
  return (history.state ?? {}) as Entry;
}

function store(entry: Entry, href?: string): void {
  history.replaceState(entry, '', href);
}

function readLocation(): Location {
  const { pathname, search, hash } = location;
  return { pathname, search, hash, state: null, key: readEntry().key ?? 'default' };
}

function createHref(to: To): string {
  return typeof to === 'string' ? to : createPath(to);
}
