import type { RolloverDraft } from '@lop-xanh/contract/years';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api-errors.ts';
import { createDraftStore } from './draft-store.ts';
import { moveStudents, setFirstMonday } from './plan-edits.ts';
import { draft, school } from './testing/example-school.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const firstEdit = setFirstMonday('2027-09-13');
const secondEdit = setFirstMonday('2027-09-20');
const byOthers: RolloverDraft = { ...draft, version: 5, plan: { ...draft.plan }, saved_by: 'Hạnh' };

/** A server that answers each save when told to. */
function startStore() {
  const saves: { version: number; answer: (error?: unknown) => Promise<void> }[] = [];
  const store = createDraftStore(draft, {
    save: ({ version, plan }) =>
      new Promise((resolve, reject) => {
        saves.push({
          version,
          answer: async (error) => {
            if (error) reject(error);
            else resolve({ ...draft, plan: structuredClone(plan), version: version + 1 });
            await vi.advanceTimersByTimeAsync(0);
          },
        });
      }),
    fetch: async () => byOthers,
  });
  return { store, saves };
}

const isUnsaved = ({ getState }: ReturnType<typeof startStore>['store']) =>
  getState().plan !== getState().base.plan;

test('a plan is saved once, a second after the last change', async () => {
  const { store, saves } = startStore();
  store.edit(firstEdit);
  await vi.advanceTimersByTimeAsync(900);
  store.edit(secondEdit);
  await vi.advanceTimersByTimeAsync(900);
  expect(saves).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(100);
  expect(saves.map(({ version }) => version)).toEqual([1]);
  expect(store.getState().isSaving).toBe(true);
  await saves[0]?.answer();
  expect(store.getState()).toMatchObject({ isSaving: false, base: { version: 2 } });
  expect(store.getState().plan.first_monday).toBe('2027-09-20');
  expect(isUnsaved(store)).toBe(false);
});

test('what changes during a save is saved next, with the new version', async () => {
  const { store, saves } = startStore();
  store.edit(firstEdit);
  await vi.advanceTimersByTimeAsync(1_000);
  store.edit(secondEdit);
  await saves[0]?.answer();
  expect(isUnsaved(store)).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saves.map(({ version }) => version)).toEqual([1, 2]);
});

test('what changes during a slow save is saved as well', async () => {
  const { store, saves } = startStore();
  store.edit(firstEdit);
  await vi.advanceTimersByTimeAsync(1_000);
  store.edit(secondEdit);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(saves).toHaveLength(1);
  await saves[0]?.answer();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saves.map(({ version }) => version)).toEqual([1, 2]);
});

test('a failed save is tried again later, and at once on request', async () => {
  const { store, saves } = startStore();
  store.edit(firstEdit);
  await vi.advanceTimersByTimeAsync(1_000);
  await saves[0]?.answer(new NetworkError('offline'));
  expect(store.getState().error).toBeInstanceOf(NetworkError);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(saves).toHaveLength(1);
  const flushed = store.flush();
  await saves[1]?.answer();
  expect(await flushed).toBe(2);
  expect(store.getState().error).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toHaveLength(2);
});

test('a rejected plan is not sent again until it changes', async () => {
  const { store, saves } = startStore();
  store.edit(firstEdit);
  await vi.advanceTimersByTimeAsync(1_000);
  await saves[0]?.answer(new ApiError(400, { message: 'no' }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toHaveLength(1);
  store.edit(secondEdit);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saves).toHaveLength(2);
});

test('a conflict keeps the changes and saves nothing until the newer version is loaded', async () => {
  const { store, saves } = startStore();
  store.edit(firstEdit);
  await vi.advanceTimersByTimeAsync(1_000);
  await saves[0]?.answer(new ApiError(409, {}));
  expect(store.getState()).toMatchObject({ newer: byOthers, error: null });
  store.edit(moveStudents(school, [1], null));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toHaveLength(1);
  expect(await store.flush()).toBeUndefined();
  store.load(byOthers);
  expect(store.getState()).toMatchObject({ newer: null, plan: byOthers.plan });
  store.edit(firstEdit);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saves.at(-1)?.version).toBe(5);
});

test('what others saved is shown at once, unless there are unsaved changes', async () => {
  const { store, saves } = startStore();
  store.receive(byOthers);
  expect(store.getState().base).toBe(byOthers);
  store.edit(firstEdit);
  const newest = { ...byOthers, version: 6 };
  store.receive(newest);
  expect(store.getState().newer).toBe(newest);
  expect(store.getState().plan.first_monday).toBe('2027-09-13');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toHaveLength(0);
});

test('an answer that was on its way before the last save changes nothing', async () => {
  const { store, saves } = startStore();
  store.edit(firstEdit);
  await vi.advanceTimersByTimeAsync(1_000);
  store.receive(byOthers);
  expect(store.getState().newer).toBeNull();
  await saves[0]?.answer();
  store.receive(draft);
  expect(store.getState().base.version).toBe(2);
});
