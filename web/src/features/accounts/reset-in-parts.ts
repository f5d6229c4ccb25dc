import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { SelectionOutcome, selectedAccounts } from '@lop-xanh/contract/selected-accounts';

type PartResponse = ResponseOf<typeof selectedAccounts.resetPasswords>;

interface Sending {
  /** A lost response is not repeated: the next attempt issues other passwords. */
  send: (ids: number[]) => Promise<PartResponse>;
  onProgress: (done: number) => void;
}

export interface ResetResult extends SelectionOutcome {
  accounts: IssuedPassword[];
  /** Who is still to do after an error. */
  remaining: number[];
  error: unknown;
}

/** Resets any number of passwords; one request for a whole school would time out while the server still works. */
export async function resetInParts(
  ids: readonly number[],
  { send, onProgress }: Sending,
): Promise<ResetResult> {
  const result: ResetResult = { done: 0, skipped: [], accounts: [], remaining: [], error: null };
  for (let from = 0; from < ids.length; from += limits.maxPasswordsPerReset) {
    onProgress(from);
    try {
      const part = await send(ids.slice(from, from + limits.maxPasswordsPerReset));
      result.done += part.done;
      result.skipped.push(...part.skipped);
      result.accounts.push(...part.accounts);
    } catch (error) {
      return { ...result, remaining: ids.slice(from), error };
    }
  }
  return result;
}
