import { push } from '@lop-xanh/contract/push';
import { request } from '../../lib/api.ts';
import { needsInstallation } from './offer-state.ts';

/** The user whom this browser is subscribed for, and the endpoint that the server knows. */
const storageKey = 'push-device';
interface Stored {
  userId: number;
  endpoint: string;
}

export type DeviceState = 'ready' | 'blocked' | 'needs-installation' | 'unsupported';

export function readDeviceState(): DeviceState {
  if (needsInstallation()) return 'needs-installation';
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/** Asks for permission and subscribes; returns false if the user refuses. */
export async function enablePush(userId: number): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { publicKey } = await request(push.read);
  await subscribe(userId, publicKey);
  return true;
}

export async function disablePush(): Promise<void> {
  await request(push.unsubscribe);
  await endSubscription();
}

/** After a logout, nothing on this device may tell of the user's notifications. */
export async function forgetDevice(): Promise<void> {
  await endSubscription();
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge();
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

/** Subscribes again if the browser has renewed its subscription, or the server has lost it. */
export async function keepSubscribed(userId: number): Promise<void> {
  const stored = readStored();
  if (stored?.userId !== userId || readDeviceState() !== 'ready') return;
  if (Notification.permission !== 'granted') return;
  const { publicKey, isSubscribed } = await request(push.read);
  const current = await findSubscription();
  if (isSubscribed && current?.endpoint === stored.endpoint) return;
  await subscribe(userId, publicKey);
}

async function subscribe(userId: number, publicKey: string): Promise<void> {
  const { endpoint, keys } = (await subscribeBrowser(publicKey)).toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) throw new Error('The browser has not subscribed');
  await request(push.subscribe, { body: { endpoint, keys: { p256dh, auth } } });
  const stored: Stored = { userId, endpoint };
  localStorage.setItem(storageKey, JSON.stringify(stored));
}

async function subscribeBrowser(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/service-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // A subscription with other keys must end first.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
}

async function endSubscription(): Promise<void> {
  localStorage.removeItem(storageKey);
  await (await findSubscription())?.unsubscribe();
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

function readStored(): Stored | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Stored | null;
  } catch {
    return null;
  }
}
