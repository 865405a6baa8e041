import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { LogController, type RouteOptions } from 'fastify';
import type { Deps } from '../deps.ts';
import { refuseWrites } from '../maintenance/refuse-writes.ts';
import { measureReadiness } from '../process/measure-readiness.ts';
import { measureWork } from '../process/measure-work.ts';
import { readTls } from '../process/read-tls.ts';
import { refuseWhenDiskFull } from '../process/refuse-when-disk-full.ts';
import { waitForDatabase } from '../process/wait-for-database.ts';
import { answerOldRevisions } from '../projects/old-revisions.ts';
import { refuseOtherProjects } from '../projects/refuse-other-projects.ts';
import { createRestoreHere } from '../restore/restore-here.ts';
import { accountLinkRoutes } from '../routes/accounts/account-links.ts';
import { apiKeyRoutes } from '../routes/accounts/api-keys.ts';
import { companyRoutes } from '../routes/accounts/company.ts';
import { googleRoutes } from '../routes/accounts/google.ts';
import { passkeyRoutes } from '../routes/accounts/passkeys.ts';
import { profileRoutes } from '../routes/accounts/profile.ts';
import { pushRoutes } from '../routes/accounts/push.ts';
import { secondFactorRoutes } from '../routes/accounts/second-factor.ts';
import { sessionRoutes } from '../routes/accounts/sessions.ts';
import { userRoutes } from '../routes/accounts/users.ts';
import { waitingListRoutes } from '../routes/accounts/waiting-list.ts';
import { webhookRoutes } from '../routes/accounts/webhooks.ts';
import { batchUploadRoutes } from '../routes/batch-upload.ts';
import { cameraViewRoutes } from '../routes/camera-views.ts';
import { creditRoutes } from '../routes/credits.ts';
import { environmentRoutes } from '../routes/environments.ts';
import { feedbackRoutes } from '../routes/feedback.ts';
import { fileRoutes } from '../routes/files.ts';
import { galleryRoutes } from '../routes/gallery.ts';
import { instanceRoutes } from '../routes/instance.ts';
import { libraryRoutes } from '../routes/libraries.ts';
import { liveRoutes } from '../routes/live.ts';
import { lookRoutes } from '../routes/looks.ts';
import { materialSelectionRoutes } from '../routes/material-selection.ts';
import { materialVersionRoutes } from '../routes/material-versions.ts';
import { modelMaterialRoutes } from '../routes/model-materials.ts';
import { noticeRoutes } from '../routes/notices.ts';
import { paymentRoutes } from '../routes/payments.ts';
import { pictureReturnRoutes } from '../routes/picture-returns.ts';
import { pictureRoutes } from '../routes/pictures.ts';
import { projectRoutes } from '../routes/projects.ts';
import { renderRoutes } from '../routes/renders.ts';
import { restoreRoutes } from '../routes/restore.ts';
import { sketchRoutes } from '../routes/sketches.ts';
import { staffRoutes } from '../routes/staff/staff.ts';
import { subscriptionRoutes } from '../routes/subscriptions.ts';
import { uploadRoutes } from '../routes/uploads.ts';
import { numberCall, tellRequestId } from '../tracing/request-id.ts';
import { traceCalls } from '../tracing/trace-calls.ts';
import type { App } from './app.ts';
import { authenticate } from './authenticate.ts';
import { BODY_BYTES } from './body-limits.ts';
import { checkHost } from './check-host.ts';
import { shapeCompiler } from './check-shape.ts';
import { describeApi } from './describe/describe-api.ts';
import { handleErrors } from './handle-errors.ts';
import { limitConnections } from './limit-connections.ts';
import { limitRates } from './limit-rates.ts';
import { measureCalls } from './measure-calls.ts';
import { renameUrl } from './rename-url.ts';
import { secure } from './security.ts';
import { answerCompiler } from './serialise-answer.ts';
import { serveApp } from './serve-app.ts';

/** A 25 MiB part needs 7 minutes at 0.5 Mbit/s. */
const REQUEST_TIMEOUT_MS = 600_000;

/**
 * Assembles the server; whoever calls it listens and closes.
 *
 * @param onRoute Told of every route with its shapes.
 * @throws SetupError when TLS_CERT and TLS_KEY do not work.
 */
export async function createServer(
  deps: Deps,
  onRoute: (route: RouteOptions) => void = () => {},
): Promise<App> {
  const { config } = deps;
  const app = fastify({
    https: readTls(config),
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies,
    genReqId: numberCall,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => renameUrl(url),
  }) as unknown as App;

  // 1. What every call passes.
  app.addHook('onRoute', onRoute);
  app.setValidatorCompiler(shapeCompiler);
  app.setSerializerCompiler(answerCompiler);
  handleErrors(app);
  tellRequestId(app);
  traceCalls(app, config);
  logCalls(app);
  if (deps.registry !== null) measureCalls(app, deps.registry);
  if (deps.registry !== null) measureReadiness(deps.registry, deps);
  if (deps.registry !== null) measureWork(deps.registry, deps);
  checkHost(app, config);
  limitConnections(app, config);
  await secure(app, config);
  waitForDatabase(app, deps);
  await limitRates(app, deps);
  await app.register(cookie);
  authenticate(app, deps);
  refuseWrites(app, deps);
  refuseOtherProjects(app, deps);
  answerOldRevisions(app);
  refuseWhenDiskFull(app, deps);
  await describeApi(app, config);

  // 2. Resources, one file each.
  await app.register(multipart);
  const routes = [
    userRoutes,
    googleRoutes,
    companyRoutes,
    accountLinkRoutes,
    profileRoutes,
    sessionRoutes,
    secondFactorRoutes,
    passkeyRoutes,
    apiKeyRoutes,
    webhookRoutes,
    pushRoutes,
    waitingListRoutes,
    creditRoutes,
    subscriptionRoutes,
    paymentRoutes,
    noticeRoutes,
    projectRoutes,
    cameraViewRoutes,
    libraryRoutes,
    batchUploadRoutes,
    modelMaterialRoutes,
    materialVersionRoutes,
    materialSelectionRoutes,
    sketchRoutes,
    environmentRoutes,
    lookRoutes,
    staffRoutes,
    feedbackRoutes,
    pictureRoutes,
    uploadRoutes,
    fileRoutes,
    renderRoutes,
    pictureReturnRoutes,
    galleryRoutes,
    liveRoutes,
  ];
  for (const register of routes) await register(app, deps);
  const restoreHere = createRestoreHere(deps);
  instanceRoutes(app, deps, restoreHere);
  restoreRoutes(app, deps, restoreHere);

  // 3. Everything else is the app.
  await serveApp(app, config);
  await app.ready();
  return app;
}

/** One line for each call, by route, so that no token or ticket in an address is ever written down. */
function logCalls(app: App): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const isApi = request.url.startsWith('/api/');
    if (isApi && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, caller } = request;
    const timing = { status: reply.statusCode, durationMs: Math.round(reply.elapsedTime), caller };
    request.log.info({ method, route: routeOptions.url ?? 'none', ...timing }, 'call');
    done();
  });
}
