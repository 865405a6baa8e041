import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { makeLightRoot } from './light-root.ts';
import { copyProduct } from './product-template.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The built product in a process of its own, as `npm start` runs it, on a DATA_DIR that can outlive a kill. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** The one-time link that was printed, null when there is an owner. */
  readonly ownerLink: string | null;
  /** SIGKILL, as a power cut does it to a process. */
  kill(): Promise<void>;
  /** SIGTERM, and everything it started is gone. */
  stop(): Promise<void>;
}

/** Empty: its product starts for the first time. */
export function makeDataFolder(): string {
  return mkdtempSync(join(tmpdir(), 'vitrine-e2e-'));
}

/** Of a product that nobody has used yet, and that starts in a fifth of the time, see {@link copyProduct}. */
export async function makeStartedFolder(template = inject('productTemplate')): Promise<string> {
  const folder = makeDataFolder();
  await copyProduct(template, folder);
  return folder;
}

/** Stops nothing: call it after the last server on the folder has stopped. */
export function removeDataFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Below those that Linux gives to connections, of which stories that run beside open thousands: any would take it between a probe and the product. */
const FIRST_PORT = 11_000;
const LAST_PORT = 32_000;

/** A port that nobody listens on, by chance: another process asks for one at the same moment. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/**
 * @param sample The real one, or one that is drawn in a tenth of the time, see {@link makeLightRoot}.
 * @returns Once it says that it is ready.
 * @throws Error with the output when the process ends before that.
 */
export async function startProduct(
  dataFolder: string,
  port: number,
  environment: Record<string, string> = {},
  sample: 'light' | 'real' = 'light',
): Promise<RunningServer> {
  const cwd = sample === 'real' ? ROOT : await makeLightRoot();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATA_DIR: dataFolder,
        PORT: String(port),
        HOST: '127.0.0.1',
        // Stories do not find what else runs on this machine.
        COMFY_URLS: 'off',
        ...environment,
      },
    });
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      // The last line of a start; the owner's link, when there is one, stands above it. A worker has no address.
      const address = /^Vitrine is ready(?:: (\S+)| to render\.)\n/m.exec(output);
      if (!address) return;
      child.stdout.off('data', read);
      child.stdout.resume();
      resolve({
        url: address[1] ?? '',
        pid: child.pid ?? 0,
        ownerLink: /(http\S+#owner=\S+)/.exec(output)?.[1] ?? null,
        kill: () => end(child, 'SIGKILL'),
        stop: () => end(child, 'SIGTERM'),
      });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('exit', (code) =>
      reject(new Error(`The server ended with ${code} before it listened:\n${output}`)),
    );
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
