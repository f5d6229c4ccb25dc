/**
 * An outbox entry as this version stores it. Up to version 2 of the database, its field `action` was called
 * `act`; up to version 3, nothing said whether an entry had been sent, so each of them may have been.
 */
export function upgradeEntry<Entry extends object>(entry: Entry): Entry {
  const { act, ...rest } = entry as Entry & { act?: unknown };
  const action = act === undefined ? {} : { action: act };
  return { ...rest, ...action, isAttempted: true } as unknown as Entry;
}
