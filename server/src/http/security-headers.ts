import { embedHosts } from '@lop-xanh/contract/rules/slides';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';

/** Only our own content may run or load, except framed slides and images from the device. */
function createPolicy({ isEncrypted, frameHosts }: { isEncrypted: boolean; frameHosts: string[] }) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The component library injects style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        frameSrc: frameHosts.map((host) => `https://${host}`),
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isEncrypted && { maxAge: 31_536_000 },
    // A web app on another origin (WEB_ORIGIN) may show our files; CORS guards the rest.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
}

/** The headers never change, so helmet runs once: per request it would cost a tenth of the time. */
export function sendSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, slideHosts }: Pick<Config, 'publicUrl' | 'slideHosts'>,
): void {
  const headers: Record<string, string> = {
    'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  };
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  const isEncrypted = publicUrl?.protocol === 'https:';
  createPolicy({ isEncrypted, frameHosts: [...embedHosts, ...slideHosts] })(
    {} as never,
    recorder as never,
    () => undefined,
  );
  // Scripts and styles follow the policy of the page that loads them, so a minimal one is enough for the
  // files themselves; on a phone every byte counts.
  const hsts = headers['strict-transport-security'];
  const fileHeaders = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'",
    ...(hsts && { 'strict-transport-security': hsts }),
  };
  // Only the worker of the classifier may compile WebAssembly, and it may do little else.
  const deviceWorkerHeaders = {
    ...fileHeaders,
    'content-security-policy':
      "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self'",
  };
  app.addHook('onRequest', ({ url }, reply, done) => {
    if (url.startsWith('/static/js/device-worker.')) reply.headers(deviceWorkerHeaders);
    else reply.headers(url.startsWith('/static/') ? fileHeaders : headers);
    done();
  });
}
