import { useState } from 'react';
import { errorMessageOr } from '../lib/api-errors.ts';
import { toast } from './toast.ts';

/** Fetches a file, shows that it is on its way, and says so when it does not come. */
export function useDownload(failure = 'Không tải được tệp, hãy thử lại') {
  const [isLoading, setIsLoading] = useState(false);
  const save = async (download: () => Promise<void>) => {
    setIsLoading(true);
    try {
      await download();
    } catch (error) {
      toast({ kind: 'error', message: errorMessageOr(failure, error) });
    }
    setIsLoading(false);
  };
  return { isLoading, save };
}
