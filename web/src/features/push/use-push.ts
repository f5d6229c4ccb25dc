import { useEffect } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { navigate } from '../../lib/routing/navigate.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import type { WorkerMessage } from '../../lib/worker-messages.ts';

/** Follows the service worker to the notifications, and keeps this browser subscribed. */
export function usePush(): void {
  const { id } = useUser();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const renew = () =>
      void import('./push-device.ts')
        .then(({ keepSubscribed }) => keepSubscribed(id))
        .catch(() => {});
    const receive = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.type === 'open-notifications') navigate(paths.notifications);
      else if (data.type === 'push-renewed') renew();
    };
    navigator.serviceWorker.addEventListener('message', receive);
    const cancel = whenIdle(renew);
    return () => {
      cancel();
      navigator.serviceWorker.removeEventListener('message', receive);
    };
  }, [id]);
}
