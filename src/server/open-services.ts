import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createCompanyProvider } from './accounts/providers/company-provider.ts';
import { openPlace } from './backup/places/open-place.ts';
import { openPayments } from './billing/open-payments.ts';
import { createAdvisoryLocks } from './db/advisory-locks.ts';
import { listenToEvents, WORKER_CHANNELS } from './db/events.ts';
import type { Deps, Services } from './deps.ts';
import { openPictures } from './images/open-pictures.ts';
import { createMailer } from './mail/mailer.ts';
import { createModelInspector } from './models/inspect-model.ts';
import { createBackground } from './process/background.ts';
import { createKeyedMutex, createMutex } from './process/mutex.ts';
import { deriveKey } from './process/secret.ts';
import { createSendPush } from './push/send-push.ts';
import { deriveVapidKeys } from './push/vapid-keys.ts';
import { createComfyEngine } from './renders/engines/comfyui/comfyui.ts';
import type { Engines, RenderEngine } from './renders/engines/engine.ts';
import { createProductTracer } from './renders/engines/hero/product-tracer.ts';
import { createStudioEngine } from './renders/engines/studio.ts';
import { createStudioHost, type StudioHost } from './renders/engines/studio-host.ts';
import { createOpenChannels } from './renders/queue/open-channels.ts';
import { openQueue } from './renders/queue/queue.ts';
import { meetStore } from './storage/meet-store.ts';
import { openStorages } from './storage/open-storage.ts';
import { StoreAway } from './storage/s3-failures.ts';
import { createFileSeals } from './storage/sign-file-url.ts';
import { watchDisk } from './storage/watch-disk.ts';

/**
 * Opens everything; on a failure what was opened is closed again.
 *
 * @param engines Instead of the built-in one, for tests.
 * @throws AppError `engine-unavailable` when the kernel was not built.
 */
export async function openServices(
  base: Pick<Deps, 'config' | 'database' | 'secret' | 'now' | 'logger'>,
  engines?: Engines,
): Promise<Services> {
  const { config, database, logger } = base;
  const storages = await openStorages(config.dataDir, config.files);
  const backups = await openPlace(config.backups.to, config);
  const storage = storages.whole;
  // Before anything is written there. Of a store that is away, housekeeping does it later.
  await meetStore({ db: database.db, storage }).catch((error: unknown) => {
    if (!(error instanceof StoreAway)) throw error;
  });
  const models = createModelInspector(storage, join(config.workersDir, 'model-worker.js'));
  const pictures = openPictures(join(config.workersDir, 'picture-process.js'), {
    onLost: (work, reason) => logger.warn({ work, reason }, 'a process that works on pictures was lost'),
    onNote: (note) =>
      logger.warn({ note }, 'a process that works on pictures is less shut in than it could be'),
  });
  const openHost = () => {
    const places = {
      workerFile: join(config.workersDir, 'studio-worker.js'),
      tileWorkerFile: join(config.workersDir, 'tile-worker.js'),
      tracerFolder: config.tracerDir,
    };
    return createStudioHost(places, availableParallelism());
  };
  const locks = createAdvisoryLocks(database.connection);
  const comfyui = (host: StudioHost) =>
    createComfyEngine({
      product: createProductTracer({ host, models }),
      // A process that only answers people looks for nothing: its workers tell what is there.
      places: config.role === 'api' ? [] : config.comfyServers,
      checkpointPatterns: config.comfyCheckpoints,
      allowsNonCommercial: config.comfyNonCommercial,
      workflowsDir: config.workflowsDir,
      pictures,
      instance: Buffer.from(deriveKey(base.secret, 'ai-jobs')).toString('hex').slice(0, 32),
      version: config.version,
      log: (message, detail) => logger.warn({ detail }, message),
      claim: (id, places) =>
        locks.takeOne(Array.from({ length: places }, (_, place) => `comfyui ${id} ${place}`)),
    });
  const builtIn = async (): Promise<Engines> => {
    const host = openHost();
    const all: RenderEngine[] = [createStudioEngine({ host, models, version: config.version })];
    if (config.comfyServers.length > 0) all.push(await comfyui(host));
    return new Map(all.map((engine) => [engine.name, engine]));
  };
  const known = engines ?? (await builtIn());
  const channels = config.role === 'worker' ? WORKER_CHANNELS : undefined;
  const events = await listenToEvents(database.connection, channels);
  const role = config.role === 'api' ? 'api' : 'worker';
  const queue = await openQueue(database.connection, role, (error) =>
    logger.error({ err: error }, 'queue'),
  ).catch(async (error: unknown) => {
    await events.close();
    for (const engine of known.values()) await engine.close();
    throw error;
  });
  const background = createBackground(logger);
  return {
    storage,
    backups,
    models,
    arriving: new Map(),
    background,
    channels: createOpenChannels(),
    sendPush: createSendPush(config, deriveVapidKeys(base.secret)),
    company: config.company && createCompanyProvider(config.company, config.publicUrl, base),
    mailer: config.mail && createMailer(config.mail, background),
    pictures,
    disk: watchDisk(config.dataDir, config.lowDiskBytes),
    preparing: new Set(),
    effects: createKeyedMutex(),
    payments: openPayments(base),
    paymentMutex: createMutex(),
    events,
    locks,
    queue,
    engines: known,
    urls: createFileSeals(deriveKey(base.secret, 'file-url'), base.now),
    async close() {
      await background.close();
      await queue.close();
      await events.close();
      await locks.close();
      for (const engine of known.values()) await engine.close();
      await pictures.close();
      storages.close();
      backups.close();
    },
  };
}
