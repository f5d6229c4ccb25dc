import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { registerAccountTableRoutes } from './features/accounts/account-tables.routes.ts';
import { registerAccountRoutes } from './features/accounts/accounts.routes.ts';
import { registerFamilyRoutes } from './features/accounts/families.routes.ts';
import { registerSelectedAccountRoutes } from './features/accounts/selected-accounts.routes.ts';
import { registerStudentImportRoutes } from './features/accounts/student-import/student-import.routes.ts';
import { registerAttendanceRoutes } from './features/attendance/attendance.routes.ts';
import { registerAttendanceOverviewRoutes } from './features/attendance-overview/attendance-overview.routes.ts';
import { registerAuditRoutes } from './features/audit/audit.routes.ts';
import { registerAuthRoutes } from './features/auth/auth.routes.ts';
import { registerFactorRoutes } from './features/auth/factors.routes.ts';
import { createActorFinder } from './features/auth/sessions.service.ts';
import { registerAvatarRoutes } from './features/avatars/avatars.routes.ts';
import { registerCardRoutes } from './features/cards/cards.routes.ts';
import { registerClassRoutes } from './features/classes/classes.routes.ts';
import { registerConsentRoutes } from './features/consent/consent.routes.ts';
import { registerDashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { registerHistoryRoutes } from './features/history/history.routes.ts';
import { registerLeaveRoutes } from './features/leave/leave.routes.ts';
import { registerLessonRoutes } from './features/lessons/lessons.routes.ts';
import { registerModerationRoutes } from './features/moderation/moderation.routes.ts';
import { registerCommentSettingsRoutes } from './features/moderation/settings.routes.ts';
import { registerNotificationRoutes } from './features/notifications/notifications.routes.ts';
import { registerPeopleRoutes } from './features/people/people.routes.ts';
import { registerCommentRoutes } from './features/posts/comments.routes.ts';
import { registerPostRoutes } from './features/posts/posts.routes.ts';
import { registerErasureRoutes } from './features/privacy/erasure.routes.ts';
import { registerPrivacyRoutes } from './features/privacy/privacy.routes.ts';
import { registerPushRoutes } from './features/push/push.routes.ts';
import { registerReportRoutes } from './features/reports/reports.routes.ts';
import { registerScanRoutes } from './features/scan/scan.routes.ts';
import {
  type Classifier,
  createPackService,
  openClassifier,
} from './features/scan/scan.service.ts';
import { registerSchoolRoutes } from './features/schools/schools.routes.ts';
import { registerSearchRoutes } from './features/search/search.routes.ts';
import { registerSiteRoutes } from './features/site/site.routes.ts';
import { openHeads } from './features/teaching/heads.service.ts';
import { openRefresher } from './features/teaching/refresh.service.ts';
import { registerTeachingRoutes } from './features/teaching/teaching.routes.ts';
import { registerTodayRoutes } from './features/today/today.routes.ts';
import { registerYearRoutes } from './features/years/years.routes.ts';
import { acceptInTurns, startInOrder } from './http/accept-connections.ts';
import { guardAccess } from './http/access.ts';
import { describeApi } from './http/api-description.ts';
import { dropReadsWhileDraining } from './http/draining.ts';
import { rejectMalformedRequest, sendError } from './http/error-handler.ts';
import type { FeatureParts } from './http/feature-parts.ts';
import { acceptJson, compileValidator, maxJsonBytes } from './http/json-body.ts';
import { limitLargeBodies } from './http/large-bodies.ts';
import { isApiUrl, normalizeUrl } from './http/normalize-url.ts';
import {
  defaultRateLimits,
  limitEndpoint,
  limitRates,
  type RateLimits,
  takeTurns,
} from './http/rate-limit.ts';
import { maxAtATime, openRequestQueues, type QueueLimits } from './http/request-queues.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';
import { uploadTimeoutMinutes } from './http/serve.ts';
import { defaultTimeLimits, limitTimes, type TimeLimits } from './http/time-limits.ts';
import { addTraceId } from './http/trace-id.ts';
import { closeUnusedConnections } from './http/unused-connections.ts';
import { serveWebApp } from './http/web-app.ts';
import { measureRequests } from './metrics/requests.ts';
import { acceptForms } from './storage/accept-forms.ts';
import { createSignerLoader } from './storage/signed-urls.ts';
import { openTableReader } from './tables/table-reader.ts';

export interface AppOptions
  extends Omit<FeatureParts, 'actorFinder' | 'loadSigner' | 'countFileRequest'> {
  classifier?: Classifier;
  rateLimits?: Partial<RateLimits>;
  queueLimits?: Partial<QueueLimits>;
  timeLimits?: TimeLimits;
  log?: FastifyBaseLogger;
  /** Aborted when a server behind a proxy is about to stop. */
  draining?: AbortSignal;
}

/** The whole server, ready for `listen` or `inject`. */
export async function buildApp({
  config,
  database,
  storage,
  classifier = openClassifier(),
  rateLimits: changedRateLimits,
  queueLimits,
  timeLimits = defaultTimeLimits,
  log,
  draining,
}: AppOptions): Promise<FastifyInstance> {
  const { trustedProxies: proxies } = config;
  const rateLimits = { ...defaultRateLimits, ...changedRateLimits };
  const app = fastify({
    ...(log && { loggerInstance: log }),
    genReqId: () => randomUUID(),
    rewriteUrl: normalizeUrl,
    bodyLimit: maxJsonBytes,
    requestTimeout: uploadTimeoutMinutes * 60_000,
    forceCloseConnections: 'idle',
    // Trusts only the addresses that our proxies appended to X-Forwarded-For, not those sent by the client.
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    childLoggerFactory: addTraceId,
    frameworkErrors: sendError,
    clientErrorHandler: rejectMalformedRequest,
    routerOptions: { maxParamLength: 200 },
  });
  app.setErrorHandler(sendError);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(serializerCompiler);
  acceptInTurns(app.server);
  startInOrder(app.server);
  closeUnusedConnections(app);
  const knownTokens = takeTurns(app);
  limitTimes(app, timeLimits);
  if (config.metrics) measureRequests(app);
  const tableReader = openTableReader();
  app.addHook('onClose', async () => tableReader.close());
  await acceptForms(app, { config, database, storage, tableReader });
  acceptJson(app);
  limitLargeBodies(app);
  openRequestQueues(app, { ...maxAtATime, ...queueLimits });
  if (draining) dropReadsWhileDraining(app, draining);

  sendSecurityHeaders(app, config);
  await app.register(cors, {
    origin: config.webOrigin ?? false,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['etag', 'retry-after', 'x-request-id'],
  });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  const countRequest = await limitRates(app, rateLimits, knownTokens);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (isApiUrl(request.url)) reply.header('cache-control', 'no-store');
  });
  const actorFinder = createActorFinder(database.db, config);
  guardAccess(app, actorFinder, countRequest);
  await describeApi(app);

  const { db } = database;
  const packs = createPackService(app.log);
  const refresher = openRefresher({ db, storage, classifier, packs, log: app.log });
  const heads = openHeads({ db, classifier, refresher, log: app.log });
  app.addHook('onClose', async () => {
    await refresher.close();
    await classifier.close();
  });
  const loadSigner = createSignerLoader(database.db);
  const countFileRequest = limitEndpoint(app, rateLimits.filesPerUser, '1 minute');
  const parts = { config, database, storage, actorFinder, loadSigner, countFileRequest };
  await app.register(async (features) => {
    registerSiteRoutes(features, parts);
    registerAuthRoutes(features, parts);
    registerAvatarRoutes(features, parts);
    registerCardRoutes(features, parts);
    registerFactorRoutes(features, parts);
    registerClassRoutes(features, parts);
    registerAttendanceRoutes(features, parts);
    registerAttendanceOverviewRoutes(features, parts);
    registerReportRoutes(features, parts);
    registerDashboardRoutes(features, parts);
    registerLeaveRoutes(features, parts);
    registerTodayRoutes(features, parts);
    registerPostRoutes(features, parts);
    registerModerationRoutes(features, parts);
    registerCommentRoutes(features, parts);
    registerCommentSettingsRoutes(features, parts);
    registerLessonRoutes(features, parts);
    registerNotificationRoutes(features, parts);
    registerPushRoutes(features, parts);
    registerSchoolRoutes(features, parts);
    registerYearRoutes(features, parts);
    registerAccountRoutes(features, parts);
    registerAccountTableRoutes(features, parts);
    registerSelectedAccountRoutes(features, parts);
    registerStudentImportRoutes(features, parts);
    registerFamilyRoutes(features, parts);
    registerHistoryRoutes(features, parts);
    registerPeopleRoutes(features, parts);
    registerAuditRoutes(features, parts);
    registerPrivacyRoutes(features, parts);
    registerErasureRoutes(features, parts);
    registerConsentRoutes(features, parts);
    registerSearchRoutes(features, parts);
    registerScanRoutes(features, parts, { classifier, heads, packs });
    registerTeachingRoutes(features, parts, { classifier, heads, packs });
  });
  await serveWebApp(app, config.language);
  return app;
}
