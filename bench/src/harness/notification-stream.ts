import { request } from 'node:http';
import { notifications } from '../../../contract/src/notifications.ts';

/** Opens a user's notification stream and reports the number of events in each chunk. */
export function openNotificationStream(
  address: string,
  token: string,
  onEvents: (count: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request(address + notifications.stream.path, { headers, agent: false }, (response) => {
      response.setEncoding('utf8').on('data', (chunk: string) => {
        onEvents(chunk.split('data: ').length - 1);
      });
      // The server closes the stream when it stops.
      response.on('error', () => undefined);
      resolve();
    })
      .on('error', reject)
      .end();
  });
}
