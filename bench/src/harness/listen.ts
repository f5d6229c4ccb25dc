import { request } from 'node:http';
import { notifications } from '../../../contract/src/notifications.ts';

/** Opens a stream of news as somebody, and calls with the number of events in each piece that comes. */
export function listenAs(
  address: string,
  token: string,
  onEvents: (events: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request(address + notifications.stream.path, { headers, agent: false }, (response) => {
      response.setEncoding('utf8').on('data', (text: string) => {
        onEvents(text.split('data: ').length - 1);
      });
      // The server closes it at the end.
      response.on('error', () => undefined);
      resolve();
    })
      .on('error', reject)
      .end();
  });
}
