const waitMs = 1_000;

/** Finds where the focus goes when the comment whose menu is open is deleted: the next one, or the field. */
export function findFocusNearby(): HTMLElement | undefined {
  const item = document
    .querySelector('[aria-haspopup="menu"][aria-expanded="true"]')
    ?.closest('li');
  const candidates = [
    item?.nextElementSibling?.querySelector<HTMLElement>('button'),
    item?.previousElementSibling?.querySelector<HTMLElement>('button'),
    item?.closest('article, main')?.querySelector<HTMLElement>('form input'),
  ];
  return candidates.find((candidate) => candidate) ?? undefined;
}

/** A closing dialog gives the focus back to a button that is gone by then; this catches it. */
export function focusOnceLost(target: HTMLElement | undefined): void {
  const deadlineMs = performance.now() + waitMs;
  const check = () => {
    if (document.activeElement === document.body) target?.focus({ preventScroll: true });
    else if (performance.now() < deadlineMs) requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}
