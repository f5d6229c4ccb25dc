import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { describeError } from '../lib/api-errors.ts';
import { toast } from './toast.ts';

/** Tracks a download and shows a toast if it fails. */
export function useDownload(failureMessage = t`Không tải được tệp, hãy thử lại`) {
  const [isLoading, setIsLoading] = useState(false);
  const save = async (download: () => Promise<void>) => {
    setIsLoading(true);
    try {
      await download();
    } catch (error) {
      toast({ kind: 'error', message: describeError(error, failureMessage) });
    }
    setIsLoading(false);
  };
  return { isLoading, save };
}
