import { useEffect } from 'react';
import { toast } from './toast.ts';

/** Reports a failed refetch while the screen keeps showing the old data. */
export function useFailureToast(message: string | null | undefined): void {
  useEffect(() => {
    if (message) toast({ kind: 'error', message, id: message });
  }, [message]);
}
