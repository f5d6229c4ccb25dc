/** Up to version 2 of the database, the field `action` of an outbox entry was called `act`. */
export function renameActField<Entry>(entry: Entry): Entry {
  if (typeof entry !== 'object' || entry === null || !('act' in entry)) return entry;
  const { act: action, ...rest } = entry;
  return { ...rest, action } as Entry;
}
