import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { makeOwnerLink } from './accounts/make-owner-link.ts';
import { readOwner } from './accounts/owner-settings.ts';
import { closeOnSignal } from './close-on-signal.ts';
import { closeServer } from './close-server.ts';
import { readConfig } from './config.ts';
import { createLogger } from './create-logger.ts';
import { forgetOldRows } from './db/forget-old-rows.ts';
import { openDatabase } from './db/open-database.ts';
import type { Deps } from './deps.ts';
import { findPlaces } from './find-places.ts';
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
import { describeStartFailure } from './setup-error.ts';

const HOUSEKEEPING_MS = 6 * 3_600_000;
/** What was opened, in order; closed in reverse. */
const opened: (() => Promise<unknown>)[] = [];

async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

async function start(): Promise<void> {
  const config = readConfig(process.env, findPlaces(dirname(fileURLToPath(import.meta.url))));
  if (config.role !== 'worker') await checkPort(config);
  await prepareDataDir(config.dataDir);
  const logger = createLogger(config.logLevel, pino.destination(2));
  const metrics = config.metricsPort === null ? null : await serveMetrics(config.metricsPort);
  if (metrics !== null) opened.push(() => metrics.close());

  const database = await openDatabase(config);
  opened.push(() => database.close());
  const base = {
    config,
    database,
    secret: await readSecret(config.jwtSecret, config.dataDir),
    logger,
    registry: metrics?.registry ?? null,
    now: () => new Date(),
  };
  const services = await openServices(base);
  opened.push(() => services.close());
  const deps: Deps = {
    ...base,
    services,
    onUserCreated: copySampleProject,
  };
  await sweepUploads({ db: database.db, storage: services.storage });
  await seedStarterContent({ db: database.db, storage: services.storage }, config.contentDir);

  if (config.role !== 'api') {
    const worker = await startWorker({ ...services, db: database.db, logger });
    opened.push(() => worker.close());
  }

  const housekeeping = setInterval(() => {
    forgetOldRows(database.db, deps.now()).catch((error: unknown) =>
      logger.error({ err: error }, 'housekeeping'),
    );
  }, HOUSEKEEPING_MS);
  opened.push(async () => clearInterval(housekeeping));
  await forgetOldRows(database.db, deps.now());

  if (config.role === 'worker') {
    process.stdout.write('Vitrine is ready to render.\n');
    return;
  }
  const app = await createServer(deps);
  opened.push(() => closeServer(app));
  const port = await listen(app, config);
  const address = config.port === 0 ? config.publicUrl.replace(/:0$/, `:${port}`) : config.publicUrl;
  if ((await readOwner(database.db)) === null) {
    const link = await makeOwnerLink(database.db, address, deps.now());
    process.stdout.write(`Sign in as the owner within 24 hours, once: ${link}\n`);
  }
  process.stdout.write(`Vitrine is ready: ${address}/\n`);
}

closeOnSignal(closeAll);

try {
  await start();
} catch (error) {
  await closeAll();
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exit(1);
}
