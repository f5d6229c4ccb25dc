import { messages } from '@lop-xanh/contract/messages';
import { expect, test } from 'vitest';
import { cameraFailure } from './camera-failure.ts';

test('each failure of the camera has its own words and a way on', () => {
  const names = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'TypeError'];
  const told = names.map((name) => cameraFailure(new DOMException('', name)));
  expect(new Set(told.map(({ title }) => title)).size).toBe(names.length);
  for (const { text } of told) expect(text).toMatch(/chọn một ảnh có sẵn/);
});

test('a browser that offers no camera is reported in the words of the specification', () => {
  const unsupported = [
    'getUserMedia not supported',
    new Error('getUserMedia is not implemented in this browser'),
  ];
  for (const error of unsupported) {
    const { title, text } = cameraFailure(error, true);
    expect(title).toBe(messages.scan.noCamera);
    expect(text).not.toContain('https');
    expect(cameraFailure(error, false)).toMatchObject({
      title: messages.scan.noCamera,
      text: expect.stringContaining('https'),
    });
  }
});
