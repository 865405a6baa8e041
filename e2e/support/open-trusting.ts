import { execFile, execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright';
import { CHROMIUM_ARGUMENTS, COMPOSED_WITHOUT_WEBGL } from '../../tests/support/chromium-arguments.ts';
import { knowTutorial } from './browser.ts';

const run = promisify(execFile);

/** The device of somebody who did what the page for it says. */
export interface TrustingDevice {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/**
 * A Chromium of its own, in a home of its own whose certificate store has the authority, so that it believes the server as
 * any other. Where the machine has no certutil to put it there, it is told to take just this server's key.
 *
 * @param authority PEM. @param server The certificate that the server serves, PEM.
 */
export async function openTrusting(
  authority: string,
  server: string,
  options: BrowserContextOptions,
): Promise<TrustingDevice> {
  const home = await mkdtemp(join(tmpdir(), 'vitrine-home-'));
  const trust = hasCertutil() ? await storeAuthority(home, authority) : [takeKeyOf(server)];
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '',
    args: [...CHROMIUM_ARGUMENTS, COMPOSED_WITHOUT_WEBGL, ...trust],
    env: { ...process.env, HOME: home },
  });
  const context = await browser.newContext({
    serviceWorkers: 'allow',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(300_000);
  await knowTutorial(context);
  return {
    context,
    async close() {
      await browser.close();
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function hasCertutil(): boolean {
  try {
    execFileSync('certutil', ['-H'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // It ends its help with a failure.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

async function storeAuthority(home: string, authority: string): Promise<string[]> {
  const store = join(home, '.pki', 'nssdb');
  const file = join(home, 'vitrine.crt');
  await mkdir(store, { recursive: true });
  await writeFile(file, authority);
  await run('certutil', ['-N', '-d', `sql:${store}`, '--empty-password']);
  await run('certutil', ['-A', '-d', `sql:${store}`, '-t', 'C,,', '-n', 'Vitrine', '-i', file]);
  return [];
}

function takeKeyOf(server: string): string {
  const spki = new X509Certificate(server).publicKey.export({ format: 'der', type: 'spki' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`;
}
