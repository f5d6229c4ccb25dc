import { expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api-errors.ts';
import { canRetry, createPhotoQueue } from './photo-queue.ts';

const taught = { id: 1, is_pending: false };
const readImage = async (file: File) => `data:${file.name}`;

function watch(
  teach: Parameters<typeof createPhotoQueue>[0]['teach'],
  getSession: () => number = () => 1,
) {
  const queue = createPhotoQueue({ readImage, getSession, teach });
  const getStates = () => queue.getShots().map(({ state }) => state);
  return { queue, getStates };
}

test('photos are sent one after the other, in the order in which they were taken', async () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const { queue, getStates } = watch((image) => {
    sent.push(image);
    return new Promise((resolve) => answers.push(() => resolve(taught)));
  });
  queue.add(['one', new File([], 'two')]);
  queue.add(['three']);
  await vi.waitFor(() => expect(sent).toEqual(['one']));
  expect(getStates()).toEqual(['sending', 'sending', 'sending']);
  answers[0]?.();
  await vi.waitFor(() => expect(sent).toEqual(['one', 'data:two']));
  expect(getStates()).toEqual(['taught', 'sending', 'sending']);
  answers[1]?.();
  await vi.waitFor(() => expect(sent).toEqual(['one', 'data:two', 'three']));
});

test('a photo that fails does not hold up the next, and is sent again with the same key', async () => {
  const keys: string[] = [];
  let isDown = true;
  const { queue, getStates } = watch(async (image, key) => {
    if (image === 'one') keys.push(key);
    if (image === 'one' && isDown) throw new NetworkError('down');
    return taught;
  });
  queue.add(['one', 'two']);
  await vi.waitFor(() => expect(getStates()).toEqual(['failed', 'taught']));
  const [failed] = queue.getShots();
  if (!failed) throw new Error('The photo is gone.');
  expect(canRetry(failed)).toBe(true);
  isDown = false;
  queue.retry(failed.key);
  await vi.waitFor(() => expect(getStates()).toEqual(['taught', 'taught']));
  expect(keys).toEqual([failed.key, failed.key]);
});

test('a photo that the server refuses is not offered again, and can be removed', async () => {
  const { queue, getStates } = watch(async () => {
    throw new ApiError(409, { code: 'conflict', message: 'đã dạy' });
  });
  queue.add(['one']);
  await vi.waitFor(() => expect(getStates()).toEqual(['failed']));
  const [refused] = queue.getShots();
  if (!refused) throw new Error('The photo is gone.');
  expect(canRetry(refused)).toBe(false);
  queue.remove(refused.key);
  expect(queue.getShots()).toEqual([]);
});

test('a file that is no photo fails alone', async () => {
  const queue = createPhotoQueue({
    readImage: async () => {
      throw new DOMException('', 'InvalidStateError');
    },
    getSession: () => 1,
    teach: async () => ({ id: 1, is_pending: true }),
  });
  queue.add([new File([], 'text'), 'two']);
  await vi.waitFor(() =>
    expect(queue.getShots().map(({ state }) => state)).toEqual(['failed', 'pending']),
  );
});

test('photos above the limit of the server wait for their turn', async () => {
  vi.useFakeTimers();
  try {
    const opensAt = Date.now() + 40_000;
    const { queue, getStates } = watch(async () => {
      if (Date.now() < opensAt) throw new ApiError(429, { code: 'too_many_requests' }, '40');
      return taught;
    });
    queue.add(['one', 'two']);
    await vi.advanceTimersByTimeAsync(39_000);
    expect(getStates()).toEqual(['sending', 'sending']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(getStates()).toEqual(['taught', 'taught']);
  } finally {
    vi.useRealTimers();
  }
});

test('photos that were discarded are not sent, whether they wait for their turn or for others', async () => {
  vi.useFakeTimers();
  try {
    const sent: string[] = [];
    const { queue, getStates } = watch(async (image) => {
      sent.push(image);
      throw new ApiError(429, { code: 'too_many_requests' }, '40');
    });
    queue.add(['one', 'two']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual(['one']);
    queue.clear();
    await vi.advanceTimersByTimeAsync(200_000);
    expect(sent).toEqual(['one']);
    expect(getStates()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('what one user took is not sent for the next', async () => {
  let session = 1;
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const { queue, getStates } = watch(
    (image) => {
      sent.push(image);
      return new Promise((resolve) => answers.push(() => resolve(taught)));
    },
    () => session,
  );
  queue.add(['one', 'two']);
  await vi.waitFor(() => expect(sent).toEqual(['one']));
  session = 2;
  answers[0]?.();
  await vi.waitFor(() => expect(getStates()).toEqual(['taught', 'failed']));
  expect(sent).toEqual(['one']);
});
