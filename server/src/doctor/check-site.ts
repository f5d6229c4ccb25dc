import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';
import { askServer, getLocalUrl } from './ask-server.ts';
import { type Finding, formatDuration, ok, problem, warning } from './findings.ts';

const timeoutMs = 10_000;
const warnBeforeExpiryDays = 14;
/** One video of 200 MB with its form. */
const maxBodyBytes = 220 * 1024 * 1024;
/** An address of the documentation (RFC 5737), which nobody has. */
const madeUpAddress = '203.0.113.99';

export async function checkServer(config: Config): Promise<Finding[]> {
  const topic = 'Server';
  const url = getLocalUrl(config);
  const answer = await askServer(url).catch(() => undefined);
  if (!answer) {
    return [
      warning(topic, `none responds at ${url.origin}`, 'Start it, unless it is meant to rest.'),
    ];
  }
  const { state, problems, status } = answer;
  if (state) {
    const version = state.server ? `version ${state.server.version}` : 'it';
    return [ok(topic, `${version} is ready at ${url.origin}`)];
  }
  if (problems) {
    return [problem(topic, `it is not ready: ${problems}`, 'See the lines about these above.')];
  }
  return [
    problem(
      topic,
      `another program responds at ${url.origin} (status ${status})`,
      'Stop that program, or set PORT.',
    ),
  ];
}

/** The certificate of the public URL; tests give a further one to trust, and the time. */
export async function checkCertificate(
  publicUrl: URL,
  { ca, now = Date.now() }: { ca?: string; now?: number } = {},
): Promise<Finding[]> {
  const topic = 'TLS';
  if (publicUrl.protocol !== 'https:') return [];
  const { validTo, error } = await readCertificate(publicUrl, ca);
  const secondsLeft = (Date.parse(validTo) - now) / 1000;
  const advice = 'Renew the certificate (certbot renew), and reload the proxy.';
  if (secondsLeft < 0) return [problem(topic, `the certificate expired on ${validTo}`, advice)];
  if (error) {
    return [
      problem(
        topic,
        `browsers will not trust the certificate of ${publicUrl.host}: ${error}`,
        'Install a certificate for this host, with all intermediate certificates.',
      ),
    ];
  }
  const text = `the certificate of ${publicUrl.host} is valid for another ${formatDuration(secondsLeft)}`;
  return [
    secondsLeft < warnBeforeExpiryDays * 86_400 ? warning(topic, text, advice) : ok(topic, text),
  ];
}

function readCertificate(
  { hostname, port }: URL,
  ca: string | undefined,
): Promise<{ validTo: string; error: string }> {
  const host = hostname.replaceAll(/[[\]]/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(!isIP(host) && { servername: host }),
      ...(ca && { ca }),
      // An invalid certificate is read as well, to say what is wrong with it.
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      const { authorizationError } = socket;
      const error =
        authorizationError instanceof Error ? authorizationError.message : authorizationError;
      resolve({ validTo, error: error ?? '' });
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('no response')));
    socket.once('error', reject);
  });
}

/** Whether the server learns the client's IP address, and nobody can make one up. */
export async function checkProxy(publicUrl: URL): Promise<Finding[]> {
  const topic = 'Proxy';
  const answer = await askServer(publicUrl, { 'x-forwarded-for': madeUpAddress });
  const { state, problems, status, ownAddress } = answer;
  if (!state) {
    return [
      problems
        ? warning(topic, 'the server is not ready', 'Run this again when it is.')
        : problem(
            topic,
            `${publicUrl.origin} responds with status ${status}`,
            'Start the server, and check that the proxy passes requests on to HOST and PORT.',
          ),
    ];
  }
  return [judgeClient(state.client, ownAddress)];
}

/** `seen` is the address that the server takes for the client's, `own` that of our end of the connection. */
export function judgeClient(seen: string, own = ''): Finding {
  const topic = 'Proxy';
  if (seen === madeUpAddress) {
    return problem(
      topic,
      'the server believes whatever X-Forwarded-For a client sends',
      'Let the proxy set that header to $remote_addr (docs/nginx.conf), and TRUSTED_PROXIES to the number of proxies.',
    );
  }
  if (isLoopback(seen) && !isLoopback(own)) {
    return problem(
      topic,
      `the server sees the proxy (${seen}) instead of the client`,
      'Let the proxy set X-Forwarded-For to $remote_addr (docs/nginx.conf), and set PUBLIC_URL and TRUSTED_PROXIES for the server.',
    );
  }
  return ok(topic, `the server sees this machine as ${seen}, and no made-up address`);
}

const isLoopback = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** Announces a large body without sending it. */
export async function checkBodyLimit(publicUrl: URL): Promise<Finding[]> {
  const status = await announceBody(publicUrl);
  if (status !== 413) return [ok('Proxy', 'it accepts bodies of 220 MB')];
  return [
    problem(
      'Proxy',
      'it rejects bodies of 220 MB, so that long videos cannot be posted',
      'Raise its limit, for nginx with client_max_body_size 220m.',
    ),
  ];
}

/** Returns the status, or undefined if the proxy waits for the body. */
function announceBody(publicUrl: URL): Promise<number | undefined> {
  const send = publicUrl.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(new URL('/api/doctor', publicUrl), {
      method: 'POST',
      agent: false,
      rejectUnauthorized: false,
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': maxBodyBytes,
        expect: '100-continue',
      },
      timeout: timeoutMs,
    });
    const finish = (status?: number) => {
      resolve(status);
      request.destroy();
    };
    request.on('continue', () => finish());
    request.on('timeout', () => finish());
    request.on('response', ({ statusCode, headers }) => {
      // Our own limit for this path is lower; its error is JSON.
      const isOurs = headers['content-type']?.startsWith('application/json');
      finish(isOurs ? undefined : statusCode);
    });
    request.on('error', reject);
    request.flushHeaders();
  });
}
