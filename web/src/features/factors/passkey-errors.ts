import { t } from '@lingui/core/macro';
import { describeError } from '../../lib/api-errors.ts';

/** The user closed the browser's dialog, or it timed out: nothing to report. */
const isCancelled = (error: Error) =>
  error.name === 'NotAllowedError' || error.name === 'AbortError';

export function describePasskeyError(error: Error | null): string | null {
  if (error === null || isCancelled(error)) return null;
  if (error.name === 'InvalidStateError') return t`Khóa truy cập này đã được thêm`;
  return describeError(error, t`Không dùng được khóa truy cập này`);
}
