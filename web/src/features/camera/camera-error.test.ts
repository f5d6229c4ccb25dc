import { messages } from '@lop-xanh/contract/messages';
import { expect, test } from 'vitest';
import { describeCameraError } from './camera-error.ts';

test('each camera error has its own title and offers to pick a photo instead', () => {
  const names = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'TypeError'];
  const texts = names.map((name) => describeCameraError(new DOMException('', name)));
  expect(new Set(texts.map(({ title }) => title)).size).toBe(names.length);
  for (const { text } of texts) expect(text).toMatch(/chọn một ảnh có sẵn/);
});

test('a browser without camera support gets the specified message', () => {
  const unsupported = [
    'getUserMedia not supported',
    new Error('getUserMedia is not implemented in this browser'),
  ];
  for (const error of unsupported) {
    const { title, text } = describeCameraError(error, true);
    expect(title).toBe(messages.scan.noCamera);
    expect(text).not.toContain('https');
    expect(describeCameraError(error, false)).toMatchObject({
      title: messages.scan.noCamera,
      text: expect.stringContaining('https'),
    });
  }
});
