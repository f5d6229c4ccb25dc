import { framedHosts } from '@lop-xanh/contract/rules/slides';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';

/** Nothing runs, frames or loads that is not ours, but slides; pictures may also come from the device. */
function policy({ isEncrypted, frames }: { isEncrypted: boolean; frames: string[] }) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The component library sets its measures in style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        frameSrc: frames.map((host) => `https://${host}`),
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isEncrypted && { maxAge: 31_536_000 },
    // Files may be shown by a web app on another origin that this server allows; CORS guards the rest.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
}

/** The headers never differ, so they are worked out once: doing it anew costs a tenth of a request. */
export function sendSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, slideHosts }: Pick<Config, 'publicUrl' | 'slideHosts'>,
): void {
  const headers: Record<string, string> = {
    'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  };
  const listener = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  const isEncrypted = publicUrl?.protocol === 'https:';
  policy({ isEncrypted, frames: [...framedHosts, ...slideHosts] })(
    {} as never,
    listener as never,
    () => undefined,
  );
  // A script or style is judged by the policy of the page that loads it, and opened by itself it may do
  // nothing; on a phone every byte counts.
  const hsts = headers['strict-transport-security'];
  const ofFiles = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'",
    ...(hsts && { 'strict-transport-security': hsts }),
  };
  // The one script that may compile WebAssembly is the thread of the classifier, and it may do little else.
  const ofDeviceWorker = {
    ...ofFiles,
    'content-security-policy':
      "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self'",
  };
  app.addHook('onRequest', ({ url }, reply, done) => {
    if (url.startsWith('/static/js/device-worker.')) reply.headers(ofDeviceWorker);
    else reply.headers(url.startsWith('/static/') ? ofFiles : headers);
    done();
  });
}
