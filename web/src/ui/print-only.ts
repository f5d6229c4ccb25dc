const papers = new Set<HTMLElement>();

/** The ref of what a page prints instead of the whole app. */
export function printOnly(paper: HTMLElement | null): (() => void) | undefined {
  if (!paper) return undefined;
  papers.add(paper);
  paper.setAttribute('data-print', '');
  markAncestors();
  return () => {
    papers.delete(paper);
    markAncestors();
  };
}

/** For base.css, which cannot use `:has()`: it is newer than some browsers we support. */
function markAncestors(): void {
  for (const element of document.querySelectorAll('[data-around-print]')) {
    element.removeAttribute('data-around-print');
  }
  for (const paper of papers) {
    for (let element = paper.parentElement; element; element = element.parentElement) {
      element.setAttribute('data-around-print', '');
    }
  }
}
