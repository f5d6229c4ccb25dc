import { push } from '@lop-xanh/contract/push';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve } from '../../http/serve.ts';
import { muteKinds, readPushSettings, subscribe, unsubscribe } from './push.service.ts';
import { createPushKeysLoader } from './push-keys.ts';

export function registerPushRoutes(
  app: FastifyInstance,
  { config, database: { db } }: FeatureParts,
): void {
  const loadKeys = createPushKeysLoader(db);
  serve(app, push.read, async ({ actor }) => readPushSettings(db, actor, await loadKeys()));
  serve(app, push.subscribe, ({ actor, body }) => subscribe(db, actor, body, config));
  serve(app, push.unsubscribe, ({ actor }) => unsubscribe(db, actor));
  serve(app, push.mute, ({ actor, body }) => muteKinds(db, actor, body.mutedKinds));
}
