import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChaosProxy, openChaosProxy } from '../../../tests/support/fault-rig/chaos-proxy.ts';
import { type EffectsLog, openEffectsLog } from '../../../tests/support/fault-rig/effects-log.ts';
import { register, SMALL_DRAFTS } from '../open-story.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from '../running-server.ts';
import { dropFile, waitForModel } from '../stage.ts';
import { type Device, openDevice, SESSION_ENDED } from './device.ts';
import { MODELS } from './edits.ts';

/** A person with a project on devices of their own, a product, and the line between them; all of it may be broken. */
export interface Session {
  readonly url: string;
  readonly email: string;
  /** DATA_DIR of the product. */
  readonly folder: string;
  readonly devices: readonly Device[];
  readonly proxy: ChaosProxy;
  readonly log: EffectsLog;
  /** SIGKILL to the server, if it runs. */
  killServer(): Promise<void>;
  /** If it does not run. @param environment Besides what it always has, until it is started again. */
  startServer(environment?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

/** Resolves when every device shows the project, a box, and can open it without a server. @param names Of the devices. */
export async function openSession(names: readonly string[]): Promise<Session> {
  const folder = await makeStartedFolder();
  const port = await findFreePort();
  const start = (environment: Record<string, string> = {}) =>
    startProduct(folder, port, { RATE_LIMIT_FACTOR: '0', SIGNUP_CREDITS: '1000000', ...environment });
  let server: RunningServer | null = await start();
  const log = await openEffectsLog(folder);
  const proxy = await openChaosProxy(port);
  const url = `http://localhost:${proxy.port}/`;
  const { email, token } = await register(url, 'Ada');
  const answer = await fetch(`${url}api/project/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'New project', render_settings: SMALL_DRAFTS }),
  });
  if (!answer.ok) throw new Error(`The project was not made: ${await answer.text()}`);
  const profiles = names.map((name) => mkdtempSync(join(tmpdir(), `vitrine-${name}-`)));
  const devices = names.map((name, index) => openDevice(name, profiles[index] ?? '', url, email));
  const session: Session = {
    url,
    email,
    folder,
    devices,
    proxy,
    log,
    async killServer() {
      const running = server;
      server = null;
      await running?.kill();
    },
    async startServer(environment) {
      server ??= await start(environment);
    },
    async close() {
      for (const device of devices) await device.close();
      await server?.stop();
      await proxy.close();
      removeDataFolder(folder);
      for (const profile of profiles) rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  const [{ bytes, hash } = { bytes: new Uint8Array(), hash: '' }] = MODELS;
  for (const device of devices) {
    const page = await device.page();
    if (device === devices[0]) {
      await dropFile(page, 'box.glb', bytes);
      await waitForModel(page, hash);
      await comeToRest([device]);
    }
    await waitForModel(page, hash);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForFunction(async () =>
      (await (await caches.open('later')).keys()).some(({ url: kept }) => kept.includes('studio-worker')),
    );
  }
  return session;
}

/** All of these devices is with the server, and each knows what that has. */
export async function comeToRest(devices: readonly Device[]): Promise<void> {
  // What the last one sends, the first has to hear of.
  for (const device of devices.length > 1 ? [...devices, ...devices] : devices) {
    await saveAll(device).catch((error: unknown) => {
      if (!(error instanceof Error && error.message === SESSION_ENDED)) throw error;
      return saveAll(device);
    });
  }
}

async function saveAll(device: Device): Promise<void> {
  const { page, until, shows } = await device.tab();
  const isClean = page.getByRole('button', { name: 'Save Project (No changes)' });
  // A press while an earlier save is still on its way is refused, in words: once that is done it is pressed again.
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press('Control+s');
    await until(({ outbox }) => outbox.length === 0);
    if (await isClean.isVisible()) break;
  }
  await shows('Save Project (No changes)');
  await page.evaluate(() => dispatchEvent(new Event('focus')));
}
