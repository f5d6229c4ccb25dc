/** What the service worker tells a page. */
export interface WorkerMessage {
  type: 'open-notifications' | 'push-renewed';
}
