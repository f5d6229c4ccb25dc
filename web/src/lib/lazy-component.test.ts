import { createElement, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { lazyComponent } from './lazy-component.ts';

beforeEach(() => vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => {} }));

const render = (component: ReturnType<typeof lazyComponent>) =>
  renderToStaticMarkup(createElement(Suspense, { fallback: 'Đang tải' }, createElement(component)));

const load = async () => () => 'Trang';

test('a preloaded component is shown at once, another after its fallback', async () => {
  const preloaded = lazyComponent('preloaded', load);
  preloaded.preload();
  await new Promise(setImmediate);
  expect(render(preloaded)).toBe('Trang');
  expect(render(lazyComponent('other', load))).toContain('Đang tải');
});
