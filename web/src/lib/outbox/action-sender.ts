import { t } from '@lingui/core/macro';
import { ApiError, isServerFailure } from '../api-errors.ts';
import type { FileTransfer } from '../upload.ts';
import type { ActionRules, OutboxEntry } from './outbox-state.ts';

/** How the actions of a feature are sent to the server. */
export interface ActionSender extends ActionRules {
  feature: string;
  send: (entry: OutboxEntry, transfer: FileTransfer) => Promise<unknown>;
  /** Whether sending it takes long. */
  isUpload?: (action: unknown) => boolean;
  /** Updates the shown data with the response, in every tab. */
  onResponse: (entry: OutboxEntry, response: unknown) => void;
  /** What only the tab that sent the action does. */
  onSent?: (response: unknown) => void;
  /**
   * Tells the user why the server rejected an action, if that is all there is to do: nothing in it is
   * worth keeping. Returns whether it did.
   */
  explainRejection?: (entry: OutboxEntry, error: unknown) => Promise<boolean>;
}

/** An expired session or a busy server says nothing about the action. At the first attempt a user is watching and sees a 429. */
export function isRetryable(error: unknown, isFirstAttempt: boolean): boolean {
  if (isServerFailure(error)) return true;
  if (!(error instanceof ApiError)) return false;
  const isAboutSession = error.status === 401 || error.code === 'password_change_required';
  return isAboutSession || (error.status === 429 && !isFirstAttempt);
}

/** The server has processed it, but the result was deleted since: nothing to show, nothing lost. */
export function isAlreadyDone(error: unknown): boolean {
  return error instanceof ApiError && error.isAlreadyDone;
}

export function toRejectionMessage(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : t`Máy chủ từ chối`;
}
