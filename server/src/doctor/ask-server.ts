import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { ErrorResponse } from '@lop-xanh/contract/errors';
import { site } from '@lop-xanh/contract/site';
import type { z } from 'zod';
import type { Config } from '../config.ts';

const timeoutMs = 10_000;

export type ServerState = z.infer<typeof site.ready.response>;

interface Answer {
  /** This end of the connection. */
  ownAddress: string | undefined;
  status: number;
  /** Undefined unless the server is ready. */
  state: ServerState | undefined;
  /** What the server says is wrong; undefined if another program responded. */
  problems: string | undefined;
}

/** Asks a server whether it is ready. The certificate does not matter here: it is checked elsewhere. */
export async function askServer(base: URL, headers: Record<string, string> = {}): Promise<Answer> {
  const url = new URL(site.ready.path, base);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      headers,
      agent: false,
      rejectUnauthorized: false,
      signal: AbortSignal.timeout(timeoutMs),
    });
    request.on('error', reject);
    request.on('response', (response) => resolve(readAnswer(response)));
    request.end();
  });
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const ownAddress = response.socket.localAddress;
  const body = parseJson((await buffer(response)).toString());
  const state = site.ready.response.safeParse(body).data;
  const { reason, values } = (body ?? {}) as Partial<ErrorResponse>;
  const problems = reason === 'not_ready' ? String(values?.problems) : undefined;
  return { ownAddress, status: response.statusCode ?? 0, state, problems };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where the server of this machine listens. */
export function getLocalUrl({ host, port }: Config): URL {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}/`);
}
