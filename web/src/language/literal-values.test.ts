import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { expect, test } from 'vitest';

test('a text of a user is shown as it was written', () => {
  const reason = String.raw`\u003cb\u003e \x41 \\ C:\u0041`;
  expect(t`Lý do: ${reason}`).toBe(`Lý do: ${reason}`);
  i18n.load('vi', { example: ['Lý do: ', ['reason']] });
  expect(i18n._('example', { reason })).toBe(`Lý do: ${reason}`);
});
