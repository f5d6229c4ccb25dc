/** Runs in the page: lists the controls that are too small to tap, or unreachable by keyboard. */
export function findInaccessibleControls(minTargetPx: number): string[] {
  const controls = 'a[href], button, input, select, textarea, summary, [role=tab]';
  const all = [...document.querySelectorAll<HTMLElement>(controls)].filter((control) => {
    const { width, height, bottom } = control.getBoundingClientRect();
    const isShown = width > 1 && height > 1 && bottom > 0 && control.checkVisibility();
    return (
      isShown && getComputedStyle(control).opacity !== '0' && !control.closest('[aria-hidden=true]')
    );
  });
  const measure = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return Math.min(width, height);
  };
  const isTooSmall = (control: HTMLElement) => {
    // A tap on the label counts, too.
    const isChoice =
      control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);
    const targets = [control, ...((isChoice && control.labels) || [])];
    // An inline link is only as high as its text; a post opens from anywhere on its card.
    const isInline = getComputedStyle(control).display === 'inline';
    return !isInline && Math.max(...targets.map(measure)) < minTargetPx - 0.5;
  };
  const isUnreachableByKey = (control: HTMLElement) => {
    // Arrow keys move within these, so one focusable control is enough.
    const others = control
      .closest('[role=tablist], [role=grid]')
      ?.querySelectorAll<HTMLElement>(controls);
    const hasFocusable = [...(others ?? [])].some(({ tabIndex }) => tabIndex >= 0);
    return control.tabIndex < 0 && !control.matches(':disabled') && !hasFocusable;
  };
  return all
    .filter((control) => isTooSmall(control) || isUnreachableByKey(control))
    .map((control) => control.outerHTML.slice(0, 120));
}
