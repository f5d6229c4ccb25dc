/** An action of a user that the server does not have yet. */
export interface OutboxEntry<Action = unknown> {
  /** Orders the actions of this device. */
  readonly seq: number;
  readonly user: number;
  readonly feature: string;
  readonly action: Action;
  /** The Idempotency-Key of every attempt. */
  readonly key: string;
  readonly at: string;
  /** Not sent before this moment, in milliseconds; until then the user can withdraw the action. */
  readonly notBefore?: number;
  /** The rejected entry that the user opened again to write this one. */
  readonly replaces?: number;
  /** It holds the words of an earlier action too. */
  readonly isFolded?: boolean;
  /** It may have reached the server. Stored before the first attempt, so that a crash cannot hide one. */
  readonly isAttempted?: boolean;
  /**
   * The server's message if it rejected the action; kept until the user dismisses the entry. The
   * name is stored on devices; the rest of the app reads it as `rejectionMessage`.
   */
  readonly refusal?: string;
}

export type NewEntry = Omit<OutboxEntry, 'seq'>;

/** A response, kept for later actions that still refer to something as unsent. */
export interface StoredResponse {
  readonly seq: number;
  readonly user: number;
  readonly feature: string;
  /** The response; the name is stored on devices. */
  readonly answer: unknown;
  /** The entry itself, until a page has shown its response. */
  readonly unseen?: OutboxEntry;
}

/** What a device stores for one user, both in the order of `seq`. */
export interface OutboxState {
  readonly entries: readonly OutboxEntry[];
  readonly responses: readonly StoredResponse[];
}

/** What the outbox must know about the actions of a feature to keep them in order. */
export interface ActionRules {
  /** The actions of a lane are sent one after the other; lanes do not wait for each other. */
  getLane: (entry: Pick<OutboxEntry, 'seq' | 'action'>) => string;
  /**
   * The one action that replaces two of a lane of which the server has neither; null if they cancel out,
   * undefined if both must stay. The earlier one may have been rejected.
   */
  fold?: (earlier: OutboxEntry, later: OutboxEntry) => unknown;
  /** Whether a later entry means nothing without the earlier one, like an edit of an unsent post. */
  dependsOn?: (later: OutboxEntry, earlier: OutboxEntry) => boolean;
  /** Updates a later action with the response to the entry `seq`. */
  rebaseLaterAction: (later: unknown, seq: number, response: unknown) => unknown;
}

type FindRules = (entry: Pick<OutboxEntry, 'feature'>) => ActionRules;

/** More than anybody leaves open in editors and dialogs. */
const maxStoredResponses = 100;

/** Whether an entry may be sent. A clock that was set back must not delay it further. */
export function isDue({ at, notBefore = 0 }: OutboxEntry, now: number): boolean {
  return now >= notBefore || now < Date.parse(at);
}

/**
 * Takes in the last entry, which was just added: applies the responses that arrived while the user was
 * still writing, deletes the rejected entry that it replaces, and folds it into an unsent one.
 */
export function takeIn({ entries, responses }: OutboxState, findRules: FindRules): OutboxState {
  const added = entries[entries.length - 1] as OutboxEntry;
  const { rebaseLaterAction } = findRules(added);
  const action = responses
    .filter(({ feature }) => feature === added.feature)
    .reduce((later, { seq, answer }) => rebaseLaterAction(later, seq, answer), added.action);
  const rebased = action === added.action ? added : { ...added, action };
  const others = entries.filter(
    (entry) => entry !== added && !(entry.seq === added.replaces && entry.refusal !== undefined),
  );
  return { entries: foldIn([...others, rebased], rebased, findRules), responses };
}

/** Marks the first due entry of the lane as attempted. */
export function claimFirst(
  state: OutboxState,
  lane: string,
  now: number,
  findRules: FindRules,
): OutboxState {
  const first = findFirst(state.entries, lane, now, findRules);
  return first ? replaceEntry(state, first, { ...first, isAttempted: true }) : state;
}

export function findFirst(
  entries: readonly OutboxEntry[],
  lane: string,
  now: number,
  findRules: FindRules,
): OutboxEntry | undefined {
  return entries.find(
    (entry) =>
      entry.refusal === undefined && isDue(entry, now) && findRules(entry).getLane(entry) === lane,
  );
}

/** Replaces an entry by its response and updates the entries behind it. */
export function complete(
  { entries, responses }: OutboxState,
  { seq, user, feature }: OutboxEntry,
  response: unknown,
  findRules: FindRules,
): OutboxState {
  const sent = entries.find((entry) => entry.seq === seq);
  // Without locks between tabs, another one may have been faster.
  if (!sent) return { entries, responses };
  const { rebaseLaterAction } = findRules(sent);
  const rebase = (later: OutboxEntry) => {
    if (later.feature !== feature || later.seq < seq) return later;
    const action = rebaseLaterAction(later.action, seq, response);
    return action === later.action ? later : { ...later, action };
  };
  const stored = { seq, user, feature, answer: response, unseen: withoutFiles(sent) };
  const others = responses.filter((other) => other.seq !== seq);
  return {
    entries: entries.filter((entry) => entry !== sent).map(rebase),
    responses: [...others, stored].toSorted(bySeq).slice(-maxStoredResponses),
  };
}

/**
 * Keeps a rejected entry with the server's message. It certainly did not happen, so later actions on the
 * same thing can still be folded into it: the deletion of a rejected post leaves nothing to send.
 */
export function reject(
  state: OutboxState,
  { seq }: OutboxEntry,
  message: string,
  findRules: FindRules,
): OutboxState {
  const rejected = state.entries.find((candidate) => candidate.seq === seq);
  const later = state.entries.filter((entry) => entry.seq > seq && isFoldable(entry));
  const entries = later.reduce(
    (rest, entry) => (rest.includes(entry) ? foldIn(rest, entry, findRules, rejected) : rest),
    state.entries,
  );
  return {
    ...state,
    entries: entries.map((entry) => (entry === rejected ? { ...entry, refusal: message } : entry)),
  };
}

/** By its key: in the place of an entry there may be another by now, which was folded into it. */
export function remove(state: OutboxState, key: string): OutboxState {
  return { ...state, entries: state.entries.filter((entry) => entry.key !== key) };
}

/** Deletes an entry and whatever could never be sent without it. */
export function discard(state: OutboxState, key: string, findRules: FindRules): OutboxState {
  const discarded = state.entries.find((entry) => entry.key === key);
  if (!discarded) return state;
  const { dependsOn } = findRules(discarded);
  const isOver = (entry: OutboxEntry) =>
    entry === discarded ||
    (entry.feature === discarded.feature && dependsOn?.(entry, discarded) === true);
  return { ...state, entries: state.entries.filter((entry) => !isOver(entry)) };
}

/**
 * Deletes an entry whose author still has its words open, unless there is more to lose: one that came from a
 * rejected entry takes that one's place again, and a folded one stays.
 */
export function giveBack(state: OutboxState, key: string): OutboxState {
  const entries = state.entries.flatMap((entry) => {
    if (entry.key !== key) return [entry];
    if (entry.replaces !== undefined) return [{ ...entry, seq: entry.replaces }];
    return entry.isFolded ? [entry] : [];
  });
  return { ...state, entries: entries.toSorted(bySeq) };
}

/** Deletes those of the entries that cannot be on their way to the server yet. */
export function withdraw(state: OutboxState, keys: readonly string[]): OutboxState {
  const isUnsent = ({ key, isAttempted }: OutboxEntry) => keys.includes(key) && !isAttempted;
  return { ...state, entries: state.entries.filter((entry) => !isUnsent(entry)) };
}

/** The response has been shown; from now on only later actions need it. */
export function markSeen(state: OutboxState, seq: number): OutboxState {
  const responses = state.responses.map((response) => {
    if (response.seq !== seq || !response.unseen) return response;
    const { unseen: _, ...seen } = response;
    return seen;
  });
  return { ...state, responses };
}

/** A copy without its files: the server has them, and a phone may not have room for them twice. */
export function withoutFiles(entry: OutboxEntry): OutboxEntry {
  return JSON.parse(JSON.stringify(entry));
}

/** An attempt may have reached the server, and a delayed action can still be withdrawn alone. */
function isFoldable({ isAttempted, notBefore, refusal }: OutboxEntry): boolean {
  return !isAttempted && notBefore === undefined && refusal === undefined;
}

/** Folds `later` into earlier entries for as long as that is possible. */
function foldIn(
  entries: readonly OutboxEntry[],
  later: OutboxEntry,
  findRules: FindRules,
  rejected?: OutboxEntry,
): readonly OutboxEntry[] {
  const { fold } = findRules(later);
  if (!fold || !isFoldable(later)) return entries;
  const lane = findRules(later).getLane(later);
  const candidates = entries.filter(
    (entry) =>
      entry.seq < later.seq &&
      entry.feature === later.feature &&
      (entry === rejected || entry.refusal !== undefined || isFoldable(entry)) &&
      findRules(entry).getLane(entry) === lane,
  );
  for (const earlier of candidates.toReversed()) {
    const action = fold(earlier, later);
    if (action === undefined) continue;
    const others = entries.filter((entry) => entry !== earlier && entry !== later);
    if (action === null) return others;
    // The place of the earlier one, which others may depend on; the key of the later, which is unused.
    const folded = { ...later, seq: earlier.seq, action, isFolded: true };
    return foldIn([...others, folded].toSorted(bySeq), folded, findRules, rejected);
  }
  return entries;
}

function replaceEntry(state: OutboxState, entry: OutboxEntry, next: OutboxEntry): OutboxState {
  const entries = state.entries.map((other) => (other === entry ? next : other));
  return { ...state, entries };
}

const bySeq = (a: { seq: number }, b: { seq: number }) => a.seq - b.seq;
