import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Prose } from './prose.tsx';

const renderText = (text: string) =>
  /<p[^>]*>([^]*)<\/p>/.exec(renderToStaticMarkup(<Prose text={text} />))?.[1];
const link = (url: string) => `<a href="${url}" target="_blank" rel="noopener nofollow">${url}</a>`;

test('text is escaped and keeps its line breaks', () => {
  expect(renderText('Một\n<b>Hai</b> & "ba"')).toBe(
    'Một\n&lt;b&gt;Hai&lt;/b&gt; &amp; &quot;ba&quot;',
  );
});

test.each([
  ['https://example.vn/cay', link('https://example.vn/cay')],
  ['Xem http://a.vn/b?c=1.', `Xem ${link('http://a.vn/b?c=1')}.`],
  [
    '(https://a.vn/b), rồi https://a.vn/c!',
    `(${link('https://a.vn/b')}), rồi ${link('https://a.vn/c')}!`,
  ],
  ['https://a.vn/lớp-xanh', link('https://a.vn/lớp-xanh')],
])('a URL in %s becomes a link without trailing punctuation', (text, html) => {
  expect(renderText(text)).toBe(html);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'www.a.vn', 'https://', 'ahttps'])(
  '%s does not become a link',
  (text) => {
    expect(renderText(text)).toBe(text);
  },
);
