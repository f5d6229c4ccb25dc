import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { createCorrectionSender } from '../../features/attendance/correction-sender.ts';
import { createSheetSender } from '../../features/attendance/sheet-sender.ts';
import { withQueueUpdates } from '../../features/moderation/queue-updates.ts';
import { persistPosts } from '../../features/posts/persist-posts.ts';
import { createPostSender } from '../../features/posts/post-sender.ts';
import { childrenQuery, useUser } from '../../lib/current-user.ts';
import { createOutbox } from '../../lib/outbox/outbox.ts';
import { createBrowserDevice } from '../../lib/outbox/outbox-device.ts';
import { OutboxContext } from '../../lib/outbox/use-outbox.ts';
import { persistQueries } from '../../lib/persisted-queries.ts';
import { useSession } from '../../lib/session.ts';

/** Sends the user's unsent actions from every page, and persists data for offline use. */
export function OutboxProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { id, role } = useUser();
  const { token } = useSession();
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
  useEffect(() => persistQueries(client, token, 'posts', persistPosts), [client, token]);
  // Mods and Admins see many classes, which would fill the device.
  const hasOwnClass = role !== 'Mod' && role !== 'Admin';
  useEffect(
    () => (hasOwnClass ? persistQueries(client, token, 'classes') : undefined),
    [client, token, hasOwnClass],
  );
  // The first response without a child deletes that child's data from the device.
  useQuery({ ...childrenQuery, enabled: role === 'Parent' });
  return <OutboxContext value={outbox}>{children}</OutboxContext>;
}
