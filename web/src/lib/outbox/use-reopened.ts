import { useLocation } from '../routing/location.ts';

/** The state of a navigation that opens a rejected action again. */
export interface ReopenedState {
  reopened: number;
}

/** The rejected entry that this page was opened for, which its next action replaces. */
export function useReopenedSeq(): number | undefined {
  return (useLocation().state as Partial<ReopenedState> | null)?.reopened;
}
