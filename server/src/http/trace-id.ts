import type { FastifyServerOptions } from 'fastify';

type ChildLoggerFactory = NonNullable<FastifyServerOptions['childLoggerFactory']>;

const format = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/** Reads the trace id of a W3C `traceparent` header; undefined if there is none or the header is invalid. */
function parseTraceId(header: string | string[] | undefined): string | undefined {
  const [, version, traceId, parentId, appended] = format.exec(String(header)) ?? [];
  const isKnown = version !== 'ff' && (version !== '00' || appended === undefined);
  const hasIds = [traceId, parentId].every((id) => id && !/^0+$/.test(id));
  return isKnown && hasIds ? traceId : undefined;
}

/**
 * Adds the caller's trace id to every log line of a request. It does not replace our own request id, because
 * the caller chooses it and may use it again.
 */
export const addTraceId: ChildLoggerFactory = (logger, bindings, options, { headers }) => {
  const traceId = parseTraceId(headers.traceparent);
  return logger.child(traceId ? { ...bindings, traceId } : bindings, options);
};
