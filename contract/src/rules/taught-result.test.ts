import { expect, test } from 'vitest';
import type { ScanResult, WasteAnswer } from '../scan.ts';
import { addTaught } from './taught-result.ts';

const answer = (label: string): WasteAnswer => ({
  label,
  name: label,
  group: 'other',
  groupName: 'Rác',
  advice: 'Bỏ vào thùng',
});
const guesses = ['metal', 'paper', 'glass', 'food'].map(answer);
const probabilities = [0.2, 0, 0, 0.6, 0.1, 0.1, 0, 0, 0, 0];
const result = { ...answer('metal'), confidence: 0.6, predictions: [] } as ScanResult;

test('a taught kind that wins is the result, and the others follow it', () => {
  const taught = [
    { answer: answer('battery'), score: 0.9 },
    { answer: answer('kind-7'), score: 0.3 },
    { answer: answer('kind-8'), score: 0.01 },
  ];
  const response = addTaught({ result, guesses }, probabilities, { ranked: taught, isFound: true });
  expect(response.result).toEqual({
    ...answer('battery'),
    confidence: 0.9,
    taught: true,
    predictions: [
      { label: 'battery', name: 'battery', confidence: 0.9 },
      { label: 'kind-7', name: 'kind-7', confidence: 0.3 },
      { label: 'metal', name: 'metal', confidence: 0.06 },
    ],
  });
  expect(response.guesses.map(({ label }) => label)).toEqual([
    'battery',
    'kind-7',
    'metal',
    'paper',
  ]);
});

test('where none wins the shipped classifier answers, and the taught kind is a guess', () => {
  const taught = { ranked: [{ answer: answer('battery'), score: 0.4 }], isFound: false };
  const sure = addTaught({ result, guesses }, probabilities, taught);
  expect(sure.result).toEqual(result);
  expect(sure.guesses.map(({ label }) => label)).toEqual(['metal', 'battery', 'paper', 'glass']);
  const unsure = addTaught({ result: null, guesses }, [0.2, 0, 0, 0.3], taught);
  expect(unsure.result).toBeNull();
  expect(unsure.guesses.map(({ label }) => label)).toEqual(['battery', 'metal', 'paper', 'glass']);
});

test('a kind that the classifier knows too is offered once, in the words of the school', () => {
  const own = { ...answer('paper'), name: 'Giấy của trường' };
  const { guesses: offered } = addTaught({ result: null, guesses }, probabilities, {
    ranked: [{ answer: own, score: 0.4 }],
    isFound: false,
  });
  expect(offered.filter(({ label }) => label === 'paper')).toEqual([own]);
});

test('what the school says about a kind replaces what its pack says, however unlike its photos this one is', () => {
  const own = { ...answer('metal'), name: 'Lon', advice: 'Đưa cho cô' };
  const predictions = ['metal', 'paper', 'glass'].map((label) => ({
    label,
    name: label,
    confidence: 0.3,
  }));
  const taught = { ranked: [{ answer: own, score: 0 }], isFound: false };
  const response = addTaught(
    { result: { ...result, predictions }, guesses },
    probabilities,
    taught,
  );
  expect(response.result).toMatchObject({ ...own, confidence: 0.6 });
  expect(response.result?.predictions.map(({ name }) => name)).toEqual(['Lon', 'paper', 'glass']);
  expect(response.guesses[0]).toEqual(own);
});

test('the confidence of a kind is never above one', () => {
  const taught = { ranked: [{ answer: answer('battery'), score: 1.04 }], isFound: true };
  const response = addTaught({ result, guesses }, probabilities, taught);
  expect(response.result?.confidence).toBe(1);
  expect(response.guesses[0]?.label).toBe('battery');
});
