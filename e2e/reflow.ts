import { expect, type Page } from './test.ts';

interface SmallLook {
  name: string;
  size: { width: number; height: number };
  fontSize: string;
}

const smallLooks: SmallLook[] = [
  { name: '360 × 640', size: { width: 360, height: 640 }, fontSize: '' },
  { name: 'landscape', size: { width: 844, height: 390 }, fontSize: '' },
  { name: '200 % text', size: { width: 390, height: 844 }, fontSize: '200%' },
];

/** Expects that nothing on the page is cut off, covered or beyond its edge on small screens and with large text. */
export async function expectReflow(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const { name: look, size, fontSize } of smallLooks) {
    await page.setViewportSize(size);
    await page.evaluate((value) => {
      document.documentElement.style.fontSize = value;
    }, fontSize);
    // The layout takes a moment to follow.
    await expect.poll(() => page.evaluate(findMisplaced), `${name}, ${look}`).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  if (before) await page.setViewportSize(before);
}

/** Runs in the page: describes what nobody could read or tap. */
function findMisplaced(): string[] {
  const width = document.documentElement.clientWidth;
  const height = window.innerHeight;
  const describe = (element: Element, what: string) =>
    `${what}: <${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${(
      element.getAttribute('aria-label') ??
      element.textContent ??
      ''
    )
      .trim()
      .slice(0, 40)}`;
  const isShown = (element: Element) => {
    const box = element.getBoundingClientRect();
    const isLarge = box.width > 1 && box.height > 1;
    return isLarge && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const listAncestors = (element: Element) => {
    const ancestors: Element[] = [];
    for (let above = element.parentElement; above; above = above.parentElement) {
      ancestors.push(above);
    }
    return ancestors;
  };
  const canScroll = (element: Element) =>
    [element, ...listAncestors(element)].some(
      (above) =>
        /auto|scroll/.test(getComputedStyle(above).overflowX) &&
        above.scrollWidth > above.clientWidth,
    );
  const hasOwnText = (element: Element) =>
    [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
  const isClipped = (element: Element) => {
    const { clip, clipPath } = getComputedStyle(element);
    return clip !== 'auto' || clipPath !== 'none';
  };
  const all = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) =>
      isShown(element) &&
      !element.closest('[aria-hidden=true], svg, select') &&
      // Only for screen readers.
      ![element, ...listAncestors(element)].some(isClipped),
  );
  const controls = all.filter((element) =>
    element.matches('a[href], button, input, select, textarea, summary, [role=tab]'),
  );
  const found: string[] = [];
  if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways');
  for (const element of all.filter((one) => hasOwnText(one) || controls.includes(one))) {
    const { left, right } = element.getBoundingClientRect();
    if ((left < -1 || right > width + 1) && !canScroll(element)) {
      found.push(describe(element, 'beyond the edge'));
    }
    // Where lines are clamped, '…' says so, and the whole text is a tap away.
    const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element);
    const isCut =
      (/hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1);
    if (isCut && hasOwnText(element) && webkitLineClamp === 'none')
      found.push(describe(element, 'cut'));
  }
  for (const control of controls) {
    if (control.matches(':disabled')) continue;
    // As a browser does for what gets the focus.
    control.scrollIntoView({ block: 'center', inline: 'nearest' });
    const box = control.getBoundingClientRect();
    // The link to the main content appears with the focus.
    if (box.bottom <= 0) continue;
    const x = box.left + box.width / 2;
    const y = box.top + Math.min(box.height, height) / 2;
    const top = document.elementFromPoint(x, y);
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    const isReached =
      top !== null &&
      ([control, ...labels].some((target) => target.contains(top) || top.contains(target)) ||
        // The field of a date lies over its button on purpose.
        (top.matches('input') && top.parentElement === control.parentElement));
    if (!isReached) found.push(describe(control, `covered by ${top?.tagName}.${top?.className}`));
  }
  window.scrollTo(0, 0);
  return found;
}
