/** Safari does not focus a button that is clicked, so what it opens could not give the focus back to it. */
function focusClicked({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest('button') : null;
  // The body has the focus instead, or what is around the button.
  if (button && document.activeElement?.contains(button)) button.focus({ preventScroll: true });
}

// Before the button's own listener, which may open a dialog.
document.addEventListener('click', focusClicked, { capture: true });
