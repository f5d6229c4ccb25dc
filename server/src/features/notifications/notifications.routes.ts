import { notifications } from '@lop-xanh/contract/notifications';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveEvents } from '../../http/serve.ts';
import { NotificationPublisher } from './notification-publisher.ts';
import {
  markAllNotificationsRead,
  markNotificationsRead,
  readNotifications,
} from './notifications.service.ts';
import { UnreadHub } from './unread-hub.ts';

export function registerNotificationRoutes(app: FastifyInstance, { database }: FeatureParts): void {
  const { db } = database;
  const hub = new UnreadHub(database, app.log);
  const publisher = new NotificationPublisher(db, app.log);
  app.addHook('onResponse', async ({ method }) => {
    if (method !== 'GET') publisher.publishSoon();
  });
  app.addHook('preClose', async () => {
    await publisher.close();
    await hub.close();
  });

  serve(app, notifications.list, ({ actor, query }) => readNotifications(db, actor, query));
  serve(app, notifications.read, ({ actor, body }) => markNotificationsRead(db, actor, body.ids));
  serve(app, notifications.readAll, ({ actor }) => markAllNotificationsRead(db, actor));
  serveEvents(app, notifications.stream, async ({ actor }, open) => {
    await hub.listen();
    hub.add({ userId: actor.id, sessionId: actor.session_id, stream: open() });
  });
}
