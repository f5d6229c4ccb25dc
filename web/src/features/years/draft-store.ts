import type { RolloverDraft, RolloverPlan } from '@lop-xanh/contract/years';
import { ApiError, isServerFailure } from '../../lib/api-errors.ts';
import type { PlanEdit } from './plan-edits.ts';

const saveDelayMs = 1_000;
const retryDelayMs = 10_000;

export interface DraftState {
  /** The version on which the plan builds. */
  base: RolloverDraft;
  /** As it is on screen. */
  plan: RolloverPlan;
  isSaving: boolean;
  /** Why the plan could not be saved. */
  error: unknown;
  /** What somebody else saved while there were unsaved changes here. Nothing is saved until it is loaded. */
  newer: RolloverDraft | null;
}

interface DraftServer {
  save: (input: { version: number; plan: RolloverPlan }) => Promise<RolloverDraft>;
  fetch: () => Promise<RolloverDraft>;
}

export type DraftStore = ReturnType<typeof createDraftStore>;

/** Keeps a plan while it is edited, and saves it shortly after the last change. */
export function createDraftStore(draft: RolloverDraft, server: DraftServer) {
  let state: DraftState = {
    base: draft,
    plan: draft.plan,
    isSaving: false,
    error: null,
    newer: null,
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  function set(changes: Partial<DraftState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  const isUnsaved = () => state.plan !== state.base.plan;

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), delayMs);
  }

  function save(): Promise<void> {
    clearTimeout(timer);
    saving ??= send().finally(() => {
      saving = null;
    });
    return saving;
  }

  async function send(): Promise<void> {
    const { plan, base } = state;
    set({ isSaving: true, error: null });
    try {
      const saved = await server.save({ version: base.version, plan });
      const isSame = state.plan === plan;
      set({
        isSaving: false,
        base: isSame ? saved : { ...saved, plan },
        plan: isSame ? saved.plan : state.plan,
      });
      if (!isSame) schedule(saveDelayMs);
    } catch (error) {
      set({ isSaving: false, error });
      if (error instanceof ApiError && error.status === 409) await findNewer();
      else if (isServerFailure(error)) schedule(retryDelayMs);
    }
  }

  async function findNewer(): Promise<void> {
    const latest = await server.fetch().catch(() => null);
    if (latest && latest.version > state.base.version) set({ newer: latest, error: null });
  }

  function load(latest: RolloverDraft): void {
    clearTimeout(timer);
    set({ base: latest, plan: latest.plan, error: null, newer: null });
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  function edit(change: PlanEdit): void {
    set({ plan: change(state.plan) });
    if (!state.newer) schedule(saveDelayMs);
  }

  /** Shows what the server has, unless that would lose unsaved changes. */
  function receive(latest: RolloverDraft): void {
    // While the plan is being sent, the server's answer decides.
    if (latest.version <= state.base.version || state.isSaving) return;
    if (!isUnsaved()) return load(latest);
    clearTimeout(timer);
    set({ newer: latest, error: null });
  }

  /** Saves what is unsaved at once and returns the version; undefined if that fails. */
  async function flush(): Promise<number | undefined> {
    while (isUnsaved()) {
      if (state.newer) return undefined;
      await save();
      if (state.error !== null) return undefined;
    }
    return state.base.version;
  }

  const getState = () => state;
  const stop = () => clearTimeout(timer);
  return { getState, subscribe, edit, receive, load, flush, stop };
}
