import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { createCorrectionSender } from '../../features/attendance/correction-sender.ts';
import { createSheetSender } from '../../features/attendance/sheet-sender.ts';
import { withQueueUpdates } from '../../features/moderation/queue-updates.ts';
import { createPostSender } from '../../features/posts/post-sender.ts';
import { useUser } from '../../lib/current-user.ts';
import { createOutbox } from '../../lib/outbox/outbox.ts';
import { createBrowserDevice } from '../../lib/outbox/outbox-device.ts';
import { OutboxContext } from '../../lib/outbox/use-outbox.ts';

/** Sends the user's unsent actions from every page. */
export function OutboxProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { id } = useUser();
  const outbox = useMemo(
    () =>
      createOutbox(
        id,
        [
          withQueueUpdates(client, createPostSender(client)),
          createSheetSender(client),
          createCorrectionSender(client),
        ],
        createBrowserDevice(),
      ),
    [id, client],
  );
  useEffect(() => outbox.start(), [outbox]);
  return <OutboxContext value={outbox}>{children}</OutboxContext>;
}
