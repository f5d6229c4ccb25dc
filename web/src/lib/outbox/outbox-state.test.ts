import { expect, test } from 'vitest';
import { discard, giveBack, type OutboxEntry, takeIn, withdraw } from './outbox-state.ts';

const entry: OutboxEntry = { seq: 7, user: 1, feature: 'f', action: 'a', key: 'k', at: '' };
const findRules = () => ({ getLane: () => 'lane', rebaseLaterAction: (later: unknown) => later });

test('an action that was rejected while its author watched leaves, unless there is more to lose', () => {
  const state = (given: OutboxEntry) => ({ entries: [given], responses: [] });
  expect(giveBack(state(entry), 'k').entries).toEqual([]);
  expect(giveBack(state({ ...entry, isFolded: true }), 'k').entries).toHaveLength(1);
  expect(giveBack(state({ ...entry, replaces: 3 }), 'k').entries).toMatchObject([{ seq: 3 }]);
});

test('an action replaces the rejected entry that it came from, and no other', () => {
  const rejected = { ...entry, seq: 3, key: 'r', refusal: 'no' };
  const waiting = { ...entry, seq: 4, key: 'w' };
  const replace = (seq: number) =>
    takeIn(
      { entries: [rejected, waiting, { ...entry, replaces: seq }], responses: [] },
      findRules,
    ).entries.map(({ key }) => key);
  expect(replace(3)).toEqual(['w', 'k']);
  expect(replace(4)).toEqual(['r', 'w', 'k']);
});

test('what may have reached the server cannot be withdrawn', () => {
  const entries = [entry, { ...entry, key: 'sent', isAttempted: true }];
  const { entries: rest } = withdraw({ entries, responses: [] }, [entry.key, 'sent']);
  expect(rest).toMatchObject([{ key: 'sent' }]);
});

test('what is discarded takes what depends on it along, and nothing else', () => {
  const entries = [
    entry,
    { ...entry, seq: 8, key: 'edit' },
    { ...entry, seq: 9, key: 'other' },
    { ...entry, seq: 10, key: 'elsewhere', feature: 'g' },
  ];
  const state = { entries, responses: [] };
  const rules = () => ({
    ...findRules(),
    dependsOn: (later: OutboxEntry, earlier: OutboxEntry) =>
      later.key !== 'other' && earlier.key === 'k' && later.seq > earlier.seq,
  });
  const keysWithout = (key: string) => discard(state, key, rules).entries.map((left) => left.key);
  expect(keysWithout('k')).toEqual(['other', 'elsewhere']);
  expect(keysWithout('edit')).toEqual(['k', 'other', 'elsewhere']);
  expect(keysWithout('sent')).toHaveLength(entries.length);
});
