import { describe, expect, test } from 'vitest';
import { embedHosts, toEmbedUrl } from './slides.ts';

const canva = 'https://www.canva.com/design/DAFx-1_a/AbC_9-z/view?embed';
const slides = 'https://docs.google.com/presentation/d/1aB-c_2/embed';
const video = 'https://www.youtube-nocookie.com/embed/a1B-c_2dE3f';

describe('a slide link becomes embeddable', () => {
  test.each([
    ['https://www.canva.com/design/DAFx-1_a/AbC_9-z/view', canva],
    ['https://www.canva.com/design/DAFx-1_a/AbC_9-z/view?utm_source=x&utm_content=y#1', canva],
    ['https://canva.com/design/DAFx-1_a/AbC_9-z/view/', canva],
    [
      'https://www.canva.com/design/DAFx-1_a/view',
      'https://www.canva.com/design/DAFx-1_a/view?embed',
    ],
    [
      'https://www.canva.com/design/DAFx-1_a/AbC_9-z/watch',
      'https://www.canva.com/design/DAFx-1_a/AbC_9-z/watch?embed',
    ],
    ['https://docs.google.com/presentation/d/1aB-c_2/edit?usp=sharing#slide=id.p', slides],
    ['https://docs.google.com/presentation/u/0/d/1aB-c_2/edit', slides],
    ['https://docs.google.com/presentation/d/1aB-c_2', slides],
    [
      'https://docs.google.com/presentation/d/e/2PACX-1v_x/pub?start=false',
      'https://docs.google.com/presentation/d/e/2PACX-1v_x/embed',
    ],
    ['https://www.youtube.com/watch?v=a1B-c_2dE3f&t=10s', video],
    ['https://m.youtube.com/watch?v=a1B-c_2dE3f', video],
    ['https://youtu.be/a1B-c_2dE3f?si=x', video],
    ['https://www.youtube.com/shorts/a1B-c_2dE3f', video],
    ['https://www.youtube.com/embed/a1B-c_2dE3f', video],
    ['HTTPS://WWW.CANVA.COM/design/DAFx-1_a/AbC_9-z/view', canva],
  ])('%s', (link, embedUrl) => {
    expect(toEmbedUrl(link)).toBe(embedUrl);
    expect(toEmbedUrl(embedUrl)).toBe(embedUrl);
    expect(embedHosts).toContain(new URL(embedUrl).hostname);
  });
});

describe('a link that is not a slide of a known host is rejected', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//www.canva.com/design/a/b/view',
    'data:text/html,<script>alert(1)</script>',
    'http://www.canva.com/design/DAFx/AbC/view',
    'https://www.canva.com.evil.example/design/DAFx/AbC/view',
    'https://evilcanva.com/design/DAFx/AbC/view',
    'https://evil.example/?https://www.canva.com/design/DAFx/AbC/view',
    'https://www.canva.com@evil.example/design/DAFx/AbC/view',
    'https://someone:secret@www.canva.com/design/DAFx/AbC/view',
    'https://www.canva.com:8443/design/DAFx/AbC/view',
    'https://www.canva.com/login?redirect=https://evil.example',
    'https://www.canva.com/design/DAFx/AbC/edit',
    'https://docs.google.com/forms/d/1aBc/viewform',
    'https://www.youtube.com/@someone',
    'https://www.youtube.com/watch?v=<script>',
    '//www.canva.com/design/DAFx/AbC/view',
    'www.canva.com/design/DAFx/AbC/view',
    'không phải đường dẫn',
    '',
  ])('%s', (link) => {
    expect(toEmbedUrl(link)).toBeUndefined();
  });
});

test('a link to a host the operator has added is accepted unchanged, but no link to its subdomains', () => {
  const extraHosts = ['slides.example.edu.vn'];
  expect(toEmbedUrl('https://slides.example.edu.vn/bai-1?x=1', extraHosts)).toBe(
    'https://slides.example.edu.vn/bai-1?x=1',
  );
  expect(toEmbedUrl('https://slides.example.edu.vn/bai-1')).toBeUndefined();
  expect(toEmbedUrl('http://slides.example.edu.vn/bai-1', extraHosts)).toBeUndefined();
  expect(toEmbedUrl('https://x.slides.example.edu.vn/bai-1', extraHosts)).toBeUndefined();
});
