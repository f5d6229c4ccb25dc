import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Prose } from './prose.tsx';

const inside = (text: string) =>
  /<p[^>]*>([^]*)<\/p>/.exec(renderToStaticMarkup(<Prose text={text} />))?.[1];
const link = (address: string) =>
  `<a href="${address}" target="_blank" rel="noopener nofollow">${address}</a>`;

test('text is text, with its line breaks', () => {
  expect(inside('Một\n<b>Hai</b> & "ba"')).toBe('Một\n&lt;b&gt;Hai&lt;/b&gt; &amp; &quot;ba&quot;');
});

test.each([
  ['https://example.vn/cay', link('https://example.vn/cay')],
  ['Xem http://a.vn/b?c=1.', `Xem ${link('http://a.vn/b?c=1')}.`],
  [
    '(https://a.vn/b), rồi https://a.vn/c!',
    `(${link('https://a.vn/b')}), rồi ${link('https://a.vn/c')}!`,
  ],
  ['https://a.vn/lớp-xanh', link('https://a.vn/lớp-xanh')],
])('an address in %s becomes a link without the sentence’s punctuation', (text, shown) => {
  expect(inside(text)).toBe(shown);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'www.a.vn', 'https://', 'ahttps'])(
  '%s is no link',
  (text) => {
    expect(inside(text)).toBe(text);
  },
);
