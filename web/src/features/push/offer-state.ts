import { getVietnamDate } from '@lop-xanh/contract/rules/dates';

/** The day of the first use; 'ready' after a useful moment; 'done' once the user has answered. */
const toKey = (userId: number) => `push-offer:${userId}`;

/** Whether to ask for push messages now: never at the first use, unless a notification was opened. */
export function isOfferDue(userId: number): boolean {
  const today = getVietnamDate(new Date());
  const state = read(userId);
  if (state === null) write(userId, today);
  return state !== null && state !== today && state !== 'done' && isUndecided();
}

/** The user has just opened a notification. */
export function noteUsefulMoment(userId: number): void {
  if (read(userId) !== 'done') write(userId, 'ready');
}

export function endOffer(userId: number): void {
  write(userId, 'done');
}

export function forgetOffer(userId: number): void {
  localStorage.removeItem(toKey(userId));
}

/** An iPhone has no push messages until the app is on its home screen. */
export function needsInstallation(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}

function isUndecided(): boolean {
  if (needsInstallation()) return true;
  return (
    'PushManager' in window && 'Notification' in window && Notification.permission === 'default'
  );
}

function read(userId: number): string | null {
  return localStorage.getItem(toKey(userId));
}

function write(userId: number, state: string): void {
  try {
    localStorage.setItem(toKey(userId), state);
  } catch {
    // A full storage only means that the question comes later.
  }
}
