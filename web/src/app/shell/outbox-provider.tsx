import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { rollSender } from '../../features/attendance/sheet-sender.ts';
import { firstPageOnly } from '../../features/posts/kept-posts.ts';
import { postSender } from '../../features/posts/post-sender.ts';
import { createOutbox } from '../../lib/outbox/outbox.ts';
import { OutboxContext } from '../../lib/outbox/use-outbox.ts';
import { rememberQueries } from '../../lib/remembered-queries.ts';
import { useSession } from '../../lib/session.ts';
import { useUser } from '../../lib/visitor.ts';

/** What the user did and saw stays on this device, and goes out when it can, on whatever page. */
export function OutboxProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { id, role } = useUser();
  const { token } = useSession();
  const outbox = useMemo(
    () => createOutbox(id, [postSender(client), rollSender(client)]),
    [id, client],
  );
  useEffect(() => outbox.start(), [outbox]);
  useEffect(() => rememberQueries(client, token, 'posts', firstPageOnly), [client, token]);
  // Those who look after many classes would fill the device with them.
  const hasOwnClass = role !== 'Mod' && role !== 'Admin';
  useEffect(
    () => (hasOwnClass ? rememberQueries(client, token, 'classes') : undefined),
    [client, token, hasOwnClass],
  );
  return <OutboxContext value={outbox}>{children}</OutboxContext>;
}
