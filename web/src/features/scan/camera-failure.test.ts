import { messages } from '@lop-xanh/contract/messages';
import { expect, test } from 'vitest';
import { cameraFailure } from './camera-failure.ts';

test('each failure of the camera has its own words and a way on', () => {
  const names = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'TypeError'];
  const told = names.map((name) => cameraFailure(new DOMException('', name)));
  expect(new Set(told.map(({ title }) => title)).size).toBe(names.length);
  for (const { text } of told) expect(text).toMatch(/chọn một ảnh có sẵn/);
});

test('a browser without cameras is told in the words of the specification', () => {
  expect(cameraFailure('getUserMedia not supported').title).toBe(messages.scan.noCamera);
});
