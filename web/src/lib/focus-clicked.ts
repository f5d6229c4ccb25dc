/** Safari does not focus a button that is clicked, so what it opens could not give the focus back to it. */
function focusClicked({ target }: MouseEvent): void {
  if (document.activeElement !== document.body || !(target instanceof Element)) return;
  target.closest('button')?.focus({ preventScroll: true });
}

// Before the button's own listener, which may open a dialog.
document.addEventListener('click', focusClicked, { capture: true });
