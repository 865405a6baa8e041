import { pino } from 'pino';
import { makeOwnerLink } from './accounts/make-owner-link.ts';
import { readOwner } from './accounts/owner-settings.ts';
import { keepTestCheckout } from './billing/keep-test-checkout.ts';
import { stopPayments } from './billing/stop-payments.ts';
import { closeServer } from './close-server.ts';
import type { Closers } from './closers.ts';
import { type Places, readConfig } from './config.ts';
import { createLogger } from './create-logger.ts';
import { forgetOldRows } from './db/forget-old-rows.ts';
import { openDatabase } from './db/open-database.ts';
import type { Deps } from './deps.ts';
import { seedStarterContent } from './libraries/seed-starter-content.ts';
import { checkPort, listen } from './listen.ts';
import { sweepUploads } from './models/sweep-uploads.ts';
import { openServices } from './open-services.ts';
import { prepareDataDir } from './prepare-data-dir.ts';
import { copySampleProject } from './projects/copy-sample-project.ts';
import { startWorker } from './renders/start-worker.ts';
import { readSecret } from './secret.ts';
import { serveMetrics } from './serve-metrics.ts';
import { createServer } from './server.ts';
import { keepChecking } from './storage/keep-checking.ts';
import { sweepFiles } from './storage/sweep-files.ts';
import { sweepUnused } from './storage/sweep-unused.ts';

const HOUSEKEEPING_MS = 6 * 3_600_000;

/**
 * Starts what ROLE asks for, and says when it is ready.
 *
 * @param outside.environment See {@link readConfig}.
 * @param outside.closers What was opened is added here, also when the start fails half-way.
 * @param outside.say Prints one line for the person who runs the server.
 * @throws SetupError for what that person must change.
 */
export async function runServer(outside: {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly places: Places;
  readonly closers: Closers;
  readonly say: (line: string) => void;
}): Promise<void> {
  const { closers, say } = outside;
  const config = readConfig(outside.environment, outside.places);
  if (config.role !== 'worker') await checkPort(config);
  await prepareDataDir(config.dataDir);
  const logger = createLogger(config.logLevel, pino.destination(2));
  const metrics = config.metricsPort === null ? null : await serveMetrics(config.metricsPort);
  if (metrics !== null) closers.add(() => metrics.close());

  // Added before it is open: whoever stops us now must not leave a PostgreSQL half made.
  const opening = openDatabase(config);
  closers.add(async () => (await opening.catch(() => null))?.close());
  const database = await opening;
  const base = {
    config,
    database,
    secret: await readSecret(config.jwtSecret, config.dataDir),
    logger,
    registry: metrics?.registry ?? null,
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
  const store = { db: database.db, storage: services.storage };
  await sweepUploads(store);
  await seedStarterContent({ ...services, db: database.db }, config.contentDir);

  if (config.role !== 'api') {
    const worker = await startWorker({ ...services, db: database.db, logger });
    closers.add(() => worker.close());
    const checking = keepChecking(store, logger);
    closers.add(() => checking.close());
  }

  const keepHouse = async (): Promise<void> => {
    await forgetOldRows(database.db, deps.now());
    await sweepUnused(database.db, deps.now());
    await sweepFiles(store);
  };
  const housekeeping = setInterval(() => {
    keepHouse().catch((error: unknown) => logger.error({ err: error }, 'housekeeping'));
  }, HOUSEKEEPING_MS);
  closers.add(async () => clearInterval(housekeeping));
  await keepHouse();

  if (config.role === 'worker') {
    say('Vitrine is ready to render.');
    return;
  }
  if (config.payments.kind === 'test') {
    const checkout = keepTestCheckout(deps);
    closers.add(() => checkout.close());
  }
  const app = await createServer(deps);
  closers.add(() => closeServer(app));
  const port = await listen(app, config);
  const address = config.port === 0 ? config.publicUrl.replace(/:0$/, `:${port}`) : config.publicUrl;
  if (isFirstStart) {
    const link = await makeOwnerLink(database.db, address, deps.now());
    say(`Sign in as the owner within 24 hours, once: ${link}`);
  }
  say(`Vitrine is ready: ${address}/`);
}
