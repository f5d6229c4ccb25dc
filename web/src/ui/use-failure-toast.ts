import { useEffect } from 'react';
import { toast } from './toast.ts';

/** Tells of a failed refresh where the screen goes on showing what it had. */
export function useFailureToast(message: string | null | undefined): void {
  useEffect(() => {
    if (message) toast({ kind: 'error', message, id: message });
  }, [message]);
}
