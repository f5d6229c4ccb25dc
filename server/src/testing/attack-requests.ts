export interface AttackTarget {
  address: string;
  /** The attacker's session: any user of the demo's first school. */
  token: string;
  username: string;
  password: string;
  postId: number;
  /** The signed URL of a photo that they may see, without the address. */
  file: string;
  /** Of the card of a student of the first school, whose pictures the attacker does not know. */
  cardSecret: string;
  /** How many requests a flood sends, or how many tables. */
  requests: number;
}

/** How often each status came back, 'broken' for a connection that failed; for streams also how many stay open. */
export type StatusCounts = Record<string, number>;

export function inParallel<T>(times: number, run: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => run(index)));
}

export async function inChunks<T>(
  times: number,
  size: number,
  run: () => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  while (results.length < times) results.push(...(await inParallel(size, run)));
  return results;
}

export function countStatuses(statuses: number[]): StatusCounts {
  const counts: StatusCounts = {};
  for (const status of statuses) {
    const key = status === 0 ? 'broken' : String(status);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

interface SendOptions {
  token?: string;
  /** A form, or what is sent as JSON. */
  body?: object;
}

/** The status, or 0 when the connection breaks. */
export async function send(url: string, { token, body }: SendOptions): Promise<number> {
  const isForm = body instanceof FormData;
  try {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Sends a form with one file in its field `file`. */
export function sendFile(url: string, token: string, content: Buffer | string): Promise<number> {
  const body = new FormData();
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  body.append('file', new Blob([bytes]), 'danh-sach');
  return send(url, { token, body });
}
