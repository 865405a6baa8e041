import { pino } from 'pino';
import type { RestoreState } from '../../contract/restore.ts';
import { makeOwnerLink } from '../accounts/make-owner-link.ts';
import { keepOwnerLink, readOwner } from '../accounts/owner-settings.ts';
import { forgetPlan, keepBackingUp, makesNone } from '../backup/keep-backing-up.ts';
import { openKeptDatabase } from '../backup/open-kept-database.ts';
import { stopPayments } from '../billing/stop-payments.ts';
import { keepTestCheckout } from '../billing/test-checkout/keep-test-checkout.ts';
import { type Places, readConfig } from '../config.ts';
import { checkPostgresUser } from '../db/postgres-folder.ts';
import type { Deps } from '../deps.ts';
import { answerEarly, type EarlyAnswers } from '../http/answer-early.ts';
import { createServer } from '../http/server.ts';
import { openLan } from '../lan/open-lan.ts';
import { seedStarterContent } from '../libraries/seed-starter-content.ts';
import { openServices } from '../open-services.ts';
import { copySampleProject } from '../projects/copy-sample-project.ts';
import { hasSampleProject } from '../projects/sample-template.ts';
import { keepTelling } from '../push/keep-telling.ts';
import { startWorker } from '../renders/queue/start-worker.ts';
import { restoreAsked } from '../restore/restore-asked.ts';
import { readRestoreRequest } from '../restore/restore-request.ts';
import type { Round } from '../restore/rounds.ts';
import { keepChecking } from '../storage/keep-checking.ts';
import { openTracing } from '../tracing/open-tracing.ts';
import { keepDelivering } from '../webhooks/keep-delivering.ts';
import { closeServer } from './close-server.ts';
import type { Closers } from './closers.ts';
import { createLogger } from './create-logger.ts';
import { listen } from './listen.ts';
import { measureBackups } from './measure-readiness.ts';
import { prepareDataDir } from './prepare-data-dir.ts';
import { readSecret } from './secret.ts';
import { serveMetrics } from './serve-metrics.ts';
import { startMaintenance } from './start-maintenance.ts';

/**
 * Starts what ROLE asks for, and says when it is ready. Calls are answered from the first moment, and with data as soon as the
 * database is there; what nobody waits for is done after that.
 *
 * @param outside.environment See {@link readConfig}.
 * @param outside.closers What was opened is added here, also when the start fails half-way.
 * @param outside.round What came before it in this process, and how another follows it.
 * @param outside.say Prints one line for the person who runs the server.
 * @param outside.isTerminal Whether colours can be said, too.
 * @throws SetupError for what that person must change.
 */
export async function runServer(outside: {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly places: Places;
  readonly closers: Closers;
  readonly round: Round;
  readonly say: (line: string) => void;
  readonly isTerminal: boolean;
}): Promise<void> {
  const { closers, round, say } = outside;
  const config = readConfig(outside.environment, outside.places);
  if (config.databaseUrl === null) await checkPostgresUser(config.dataDir);
  // Certificates must be there before the port is.
  const isAsked = config.role !== 'worker';
  const lan = isAsked && config.lan !== null ? await openLan(config, config.lan, new Date()) : null;
  if (lan !== null) closers.add(() => lan.close());
  const early = isAsked ? await answerEarly(config) : null;
  if (early !== null) closers.add(() => early.close());
  const tracing = await openTracing(outside.environment, config);
  closers.add(() => tracing.close());
  await prepareDataDir(config.dataDir);
  const logger = createLogger(config.logLevel, pino.destination(2));
  const metrics =
    config.metricsPort === null ? null : await serveMetrics(config.metricsHost, config.metricsPort);
  if (metrics !== null) closers.add(() => metrics.close());

  const request = await readRestoreRequest(config.dataDir);
  if (request !== null) {
    say('Restoring a backup ...');
    const stopping = new AbortController();
    const tell = (state: RestoreState) => early?.tell(state);
    const restoring = restoreAsked(config, request, { tell, say }, stopping.signal);
    closers.add(async () => {
      stopping.abort();
      await restoring.catch(() => {});
    });
    round.beginAnew(await restoring);
    return;
  }

  // Added before it is open: whoever stops us now must not leave a PostgreSQL half made.
  const opening = openKeptDatabase(config);
  closers.add(async () => (await opening.catch(() => null))?.close());
  const database = await opening;
  const base = {
    config,
    database,
    secret: await readSecret(config.jwtSecret, config.dataDir),
    logger,
    registry: metrics?.registry ?? null,
    lan: lan?.shown ?? null,
    round: config.role === 'all' ? round : null,
    now: () => new Date(),
  };
  const services = await openServices(base);
  closers.add(() => services.close());
  const deps: Deps = {
    ...base,
    services,
    onUserCreated: copySampleProject,
    onUserDeleting: (userId) => stopPayments(deps, userId),
  };
  const isFirstStart = (await readOwner(database.db)) === null;
  if (isFirstStart) say('First start: preparing the starter libraries ...');
  const seed = (): Promise<void> => seedStarterContent({ ...services, db: database.db }, config.contentDir);
  // Who registers gets the sample project. Where it is, people need not wait for what a new release brings.
  const isSeeded = await hasSampleProject(database.db);
  if (!isSeeded) await seed();

  if (early !== null) {
    await openApp(deps, closers, early);
    const telling = keepTelling(deps);
    closers.add(() => telling.close());
    const delivering = keepDelivering(deps);
    closers.add(() => delivering.close());
  }
  if (config.role !== 'api') {
    // Each takes its seconds to stop, and whoever stops us gives ten to all.
    const work = closers.together();
    const worker = await startWorker({ ...services, db: database.db, logger });
    work.add(() => worker.close());
    const checking = keepChecking({ db: database.db, storage: services.storage }, logger);
    work.add(() => checking.close());
    const to = services.backups;
    const { everyMs } = config.backups;
    const desk = { db: database.db, locks: services.locks };
    if (makesNone(config)) await forgetPlan(desk);
    if (everyMs !== null && everyMs > 0) {
      const { connection } = database;
      const source = { connection, storage: services.storage, origin: 'schedule' as const, config };
      const backups = keepBackingUp(desk, source, { to, everyMs }, logger);
      work.add(() => backups.close());
      if (metrics !== null) measureBackups(metrics.registry, to);
    }
  }
  if (isSeeded) services.background.run('starter content', seed);
  startMaintenance(deps, closers);

  if (early === null) {
    say('Vitrine is ready to render.');
    return;
  }
  const address = config.port === 0 ? config.publicUrl.replace(/:0$/, `:${early.port}`) : config.publicUrl;
  if (isFirstStart) {
    const kept = round.outcome?.link ?? null;
    if (kept !== null) await keepOwnerLink(database.db, kept);
    else {
      const link = await makeOwnerLink(database.db, address, deps.now());
      say(`Sign in as the owner within 24 hours, once: ${link}`);
    }
  }
  say(`Vitrine is ready: ${address}/`);
  for (const line of lan?.describe(early.port, outside.isTerminal) ?? []) say(line);
}

/** Puts the app where only the early answers were. */
async function openApp(deps: Deps, closers: Closers, early: EarlyAnswers): Promise<void> {
  if (deps.config.payments.kind === 'test') {
    const checkout = keepTestCheckout(deps);
    closers.add(() => checkout.close());
  }
  const app = await createServer(deps);
  closers.add(() => closeServer(app));
  await early.close();
  await listen(app, { ...deps.config, port: early.port });
}
