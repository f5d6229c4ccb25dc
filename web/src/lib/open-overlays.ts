type Close = () => void;

/** What covers the page now: dialogs, editors, menus and viewers, the topmost last. */
const overlays = new Set<{ close: Close }>();
let notify: () => void = () => {};

/** `close` may ask first, and then leave the overlay open. Returns a function to call when it is closed. */
export function registerOverlay(close: Close): () => void {
  const overlay = { close };
  overlays.add(overlay);
  notify();
  return () => {
    overlays.delete(overlay);
    notify();
  };
}

export function countOpenOverlays(): number {
  return overlays.size;
}

export function closeTopOverlay(): void {
  [...overlays].at(-1)?.close();
}

/** Only the history of the tab listens. Returns a function that stops it. */
export function onOverlaysChange(listener: () => void): () => void {
  notify = listener;
  return () => {
    notify = () => {};
  };
}
