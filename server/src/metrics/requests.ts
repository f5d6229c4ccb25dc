import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';
import { events } from './events.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

const requestDurations = new Histogram({
  name: 'lop_xanh_http_request_duration_seconds',
  help: 'From the arrival of a request to the end of its response, by the pattern of its route',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
  registers: [events],
});

/** Labels come from our routes and never from the request: they hold no ids and names, and their number is limited. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // It ends when the user leaves, perhaps hours later.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    if (isStream) return;
    const labels = {
      method: methods.includes(method) ? method : 'other',
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
    };
    requestDurations.observe(labels, reply.elapsedTime / 1000);
  });
}
