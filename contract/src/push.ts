import { z } from 'zod';
import { endpoint, everyone } from './endpoint.ts';
import { messageResponse } from './fields.ts';
import { pushKinds } from './rules/push-kinds.ts';

const kind = z.enum(pushKinds);
const settings = z.object({
  /** The public key with which the browser subscribes. */
  publicKey: z.string(),
  /** Whether this session receives push messages. */
  isSubscribed: z.boolean(),
  /** The kinds that the user can receive, in the order of the screen. */
  kinds: z.array(kind),
  mutedKinds: z.array(kind),
});
export type PushSettings = z.infer<typeof settings>;

/** What a push message carries: no names and nothing of the content. */
export interface PushMessage {
  kind: z.infer<typeof kind>;
  /** In the user's language. */
  text: string;
  unread: number;
}

export const push = {
  read: endpoint({
    method: 'GET',
    path: '/api/push',
    summary: "The user's push settings",
    access: everyone('self'),
    response: settings,
  }),
  subscribe: endpoint({
    method: 'PUT',
    path: '/api/push/subscription',
    summary: 'Send push messages to this browser until its session ends',
    access: everyone('self'),
    withoutIdempotencyKey: true,
    body: z.object({
      endpoint: z.url({ protocol: /^https?$/ }).max(2_000),
      keys: z.object({ p256dh: z.string().min(1).max(200), auth: z.string().min(1).max(100) }),
    }),
    response: messageResponse,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/push/subscription',
    summary: 'Send no more push messages to this browser',
    access: everyone('self'),
    withoutIdempotencyKey: true,
    response: messageResponse,
  }),
  mute: endpoint({
    method: 'PUT',
    path: '/api/push/muted-kinds',
    summary: 'Choose which kinds of push messages not to receive',
    access: everyone('self'),
    withoutIdempotencyKey: true,
    body: z.object({ mutedKinds: z.array(kind).max(pushKinds.length) }),
    response: messageResponse,
  }),
};
