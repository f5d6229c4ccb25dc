import { notifications } from '@lop-xanh/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { prepared } from '../../database/database.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveEvents } from '../../http/serve.ts';
import { NewsSpreader } from './news-spreader.ts';
import { readAll, readNotifications, readSome } from './notifications.service.ts';
import { UnreadHub } from './unread-hub.ts';

export function notificationsRoutes(app: FastifyInstance, { database }: FeatureParts): void {
  const run = prepared(database);
  const hub = new UnreadHub(database, app.log);
  const spreader = new NewsSpreader(database, app.log);
  app.addHook('onResponse', async ({ method }) => {
    if (method !== 'GET') spreader.soon();
  });
  app.addHook('preClose', async () => {
    await spreader.close();
    await hub.close();
  });

  serve(app, notifications.list, ({ actor, query }) => readNotifications(run, actor, query));
  serve(app, notifications.read, ({ actor, body }) => readSome(run, actor, body.ids));
  serve(app, notifications.readAll, ({ actor }) => readAll(run, actor));
  serveEvents(app, notifications.stream, async ({ actor }, open) => {
    await hub.listen();
    hub.add({ userId: actor.id, sessionId: actor.session_id, stream: open() });
  });
}
