import type { AccountStatus } from '@lop-xanh/contract/account-fields';
import type { AccountTableKind } from '@lop-xanh/contract/account-tables';
import { selectedAccounts } from '@lop-xanh/contract/selected-accounts';
import { useAdminMutation } from '../../lib/admin-mutations.ts';
import { request } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { randomKey } from '../../lib/random-key.ts';
import { fileNames } from './account-tables.api.ts';
import { resetInParts } from './reset-in-parts.ts';

interface Input<Body> {
  body: Body & { ids: number[] };
  /** The same for every attempt. */
  key: string;
}
interface ResetInput {
  ids: number[];
  onProgress: (done: number) => void;
}
const toHeaders = (key: string) => ({ 'idempotency-key': key });

export function useMoveSelected() {
  return useAdminMutation(({ body, key }: Input<{ class_id: number | null }>) =>
    request(selectedAccounts.move, { body, headers: toHeaders(key) }),
  );
}

export function useSetSelectedStatus() {
  return useAdminMutation(({ body, key }: Input<{ status: AccountStatus }>) =>
    request(selectedAccounts.setStatus, { body, headers: toHeaders(key) }),
  );
}

/** Does not fail: it says who remains, as what was issued before an error is shown only now. */
export function useResetSelected() {
  return useAdminMutation(({ ids, onProgress }: ResetInput) =>
    resetInParts(ids, {
      send: (part) =>
        request(selectedAccounts.resetPasswords, {
          body: { ids: part },
          headers: toHeaders(randomKey()),
        }),
      onProgress,
    }),
  );
}

export function useIssueSelectedCards() {
  return useAdminMutation(({ body, key }: Input<object>) =>
    request(selectedAccounts.issueCards, { body, headers: toHeaders(key) }),
  );
}

export function downloadSelected(
  kind: AccountTableKind,
  schoolId: number,
  ids: number[],
): Promise<void> {
  const body = { ids, kind, school_id: schoolId };
  return download(selectedAccounts.export, { body }, `${fileNames[kind]}.xlsx`);
}
