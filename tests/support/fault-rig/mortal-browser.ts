import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { CHROMIUM_ARGUMENTS, COMPOSED_WITHOUT_WEBGL } from '../chromium-arguments.ts';

/** A Chromium with a profile on the disk, as a person's is. */
export interface MortalBrowser {
  readonly context: BrowserContext;
  /** SIGKILL to all of its processes: nothing gets to write what it was about to. */
  kill(): Promise<void>;
  /** As a person closes it. */
  close(): Promise<void>;
}

/** @param profile Folder that outlives it. @param size Of its window, CSS pixels. */
export async function openMortalBrowser(
  profile: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<MortalBrowser> {
  const executable = process.env.CHROMIUM_PATH;
  if (!executable) throw new Error('CHROMIUM_PATH is not set: run the tests by `npm test`.');
  const portFile = join(profile, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  // Left by one that was killed: it names a process that is no more.
  await rm(join(profile, 'SingletonLock'), { force: true });
  const child = spawn(
    executable,
    [
      ...CHROMIUM_ARGUMENTS,
      COMPOSED_WITHOUT_WEBGL,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      `--window-size=${width},${height}`,
      '--force-device-scale-factor=0.5',
      '--force-prefers-reduced-motion',
      '--lang=en-GB',
      '--accept-lang=en-GB',
      '--no-default-browser-check',
      // After a kill it would ask whether to bring back what was open.
      '--hide-crash-restore-bubble',
      'about:blank',
    ],
    // A group of its own, so that one signal reaches all of its processes.
    { stdio: 'ignore', detached: true },
  );
  const browser = await connect(child, portFile);
  const context = browser.contexts()[0];
  if (context === undefined) throw new Error('The browser has no profile open.');
  context.setDefaultTimeout(60_000);
  return {
    context,
    async kill() {
      await end(child, 'SIGKILL');
      // Its connection ends by itself.
      await browser.close().catch(() => {});
    },
    async close() {
      await browser.close().catch(() => {});
      await end(child, 'SIGTERM');
    },
  };
}

async function connect(child: ChildProcess, portFile: string): Promise<Browser> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Chromium ended with ${child.exitCode} before it listened.`);
    const port = (await readFile(portFile, 'utf8').catch(() => '')).split('\n')[0];
    if (port) return chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    await pause(50);
  }
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return Promise.resolve();
  const { pid } = child;
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    process.kill(-pid, signal);
  });
}
