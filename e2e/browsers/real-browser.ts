/** An element of a page: the first visible one that matches, and that contains the text or is named by it. */
export interface Target {
  css: string;
  text?: string;
}

/** A browser with one page. Playwright drives only browsers of its own, so these have their own drivers. */
export interface RealBrowser {
  open: (url: string) => Promise<void>;
  /** Runs a function in the page. */
  evaluate: <T, Args extends unknown[]>(
    work: (...args: Args) => T | Promise<T>,
    ...args: Args
  ) => Promise<T>;
  /** Clicks as a user does; false if the page does not have the target. */
  click: (target: Target) => Promise<boolean>;
  /** Types as a user does; false if the page does not have the target. */
  type: (target: Target, text: string) => Promise<boolean>;
  close: () => Promise<void>;
}

export interface Size {
  width: number;
  height: number;
}

/** Runs in the page. Scrolls the target to where no bar covers it. */
export function findTarget({ css, text = '' }: Target): Element | null {
  const target = [...document.querySelectorAll(css)].find(
    (element) =>
      element.getClientRects().length > 0 &&
      `${element.getAttribute('aria-label')} ${element.textContent}`.includes(text),
  );
  target?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return target ?? null;
}
