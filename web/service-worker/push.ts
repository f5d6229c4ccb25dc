import type { PushMessage } from '@lop-xanh/contract/push';
import type { WorkerMessage } from '../src/lib/worker-messages.ts';

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null;
}
interface NotificationClickEvent extends ExtendableEvent {
  notification: Notification;
}
interface SubscriptionChangeEvent extends ExtendableEvent {
  oldSubscription: PushSubscription | null;
}
interface WindowClient {
  postMessage(message: WorkerMessage): void;
  focus(): Promise<unknown>;
}
/** The part of ServiceWorkerGlobalScope used here: its types exclude those of a page. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: NotificationClickEvent) => void,
  ): void;
  addEventListener(
    type: 'pushsubscriptionchange',
    listener: (event: SubscriptionChangeEvent) => void,
  ): void;
}

const worker = self as unknown as WorkerScope;
const listWindows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Shows push messages, and opens the notifications when one is clicked. */
export function addPushListeners(): void {
  worker.addEventListener('push', (event) => {
    if (event.data) event.waitUntil(show(event.data.json() as PushMessage));
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openNotifications());
  });
  worker.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew(event.oldSubscription));
  });
}

async function show({ kind, text, unread }: PushMessage): Promise<void> {
  if ('setAppBadge' in navigator) await navigator.setAppBadge(unread).catch(() => undefined);
  // The next message of a kind replaces the one before.
  const options = { body: text, tag: kind, renotify: true, icon: '/icon-192.png' };
  await worker.registration.showNotification('Lớp Xanh', { ...options, badge: '/badge-96.png' });
}

/** An open page changes its route itself, because loading another one would lose unsaved work. */
async function openNotifications(): Promise<void> {
  const [page] = await listWindows();
  if (!page) return void (await worker.clients.openWindow('/notifications'));
  page.postMessage({ type: 'open-notifications' });
  await page.focus();
}

/** Only a page can tell the server: one that is open does so at once, otherwise the next one. */
async function renew(old: PushSubscription | null): Promise<void> {
  if (old) await worker.registration.pushManager.subscribe(old.options).catch(() => undefined);
  for (const page of await listWindows()) page.postMessage({ type: 'push-renewed' });
}
