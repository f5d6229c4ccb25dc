import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { postSender } from '../../features/posts/post-sender.ts';
import { rememberPosts } from '../../features/posts/posts.cache.ts';
import { createOutbox } from '../../lib/outbox/outbox.ts';
import { OutboxContext } from '../../lib/outbox/use-outbox.ts';
import { useSession } from '../../lib/session.ts';
import { useUser } from '../../lib/visitor.ts';

/** What the user did and saw stays on this device, and goes out when it can, on whatever page. */
export function OutboxProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { id } = useUser();
  const { token } = useSession();
  const outbox = useMemo(() => createOutbox(id, [postSender(client)]), [id, client]);
  useEffect(() => outbox.start(), [outbox]);
  useEffect(() => rememberPosts(client, token), [client, token]);
  return <OutboxContext value={outbox}>{children}</OutboxContext>;
}
