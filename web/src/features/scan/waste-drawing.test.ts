import { readdirSync } from 'node:fs';
import { wasteKinds } from '@lop-xanh/contract/scan';
import { expect, test } from 'vitest';

test('every kind has a drawing', () => {
  const files = readdirSync(new URL('pictures', import.meta.url));
  expect(files.toSorted()).toEqual(wasteKinds.map((kind) => `${kind}.svg`).toSorted());
});
