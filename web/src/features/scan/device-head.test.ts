import type { WasteAnswer } from '@lop-xanh/contract/scan';
import type { DeviceHead } from '@lop-xanh/contract/teaching';
import { expect, test } from 'vitest';
import { addDeviceHead } from './device-head.ts';

const toAnswer = (label: string): WasteAnswer => ({
  label,
  name: label,
  group: 'recyclable',
  groupName: 'Rác tái chế',
  advice: '',
});
const battery = { ...toAnswer('kind-7'), name: 'Pin', group: 'hazardous' as const };
const response = { result: null, guesses: ['metal', 'paper', 'glass', 'plastic'].map(toAnswer) };

const encode = (numbers: Int8Array | Uint16Array) => Buffer.from(numbers.buffer).toString('base64');
const toRow = (...weights: number[]) => ({
  scale: 1 / 127,
  weights: encode(Int8Array.from(weights)),
});
/** Knows batteries by the second of two features. */
const head: DeviceHead = {
  model: 'a',
  centre: encode(Uint16Array.from([0.8 * 0xff_ff, 0.7 * 0xff_ff])),
  bias: 0.1,
  materials: [toRow(127, -127)],
  kinds: [{ answer: battery, ...toRow(-100, 127) }],
};
/** As long as the model happens to make them. */
const see = (...features: number[]) => ({
  model: 'a',
  probabilities: [0.2, 0, 0.1, 0.5, 0.2, 0, 0, 0, 0, 0],
  features: new Float32Array(features),
});

test('the device answers with a kind that the school taught', () => {
  const { result, guesses } = addDeviceHead(response, see(3, 4), head);
  expect(result).toMatchObject({ name: 'Pin', group: 'hazardous', taught: true });
  expect(result?.confidence).toBeGreaterThan(0.9);
  expect(guesses.map(({ label }) => label)).toEqual(['kind-7', 'metal', 'paper', 'glass']);
});

test('a photo that is not alike gets the answer of the shipped model', () => {
  expect(addDeviceHead(response, see(8, 1), head)).toEqual(response);
});

test('what was taught to another model is left out', () => {
  expect(addDeviceHead(response, { ...see(3, 4), model: 'b' }, head)).toEqual(response);
  expect(addDeviceHead(response, see(3, 4), undefined)).toEqual(response);
});
