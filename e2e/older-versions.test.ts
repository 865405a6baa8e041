import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { type KeptDevice, putDevice } from './support/kept-device.ts';
import { signIn } from './support/open-story.ts';
import { findFreePort, makeDataFolder, removeDataFolder, startProduct } from './support/running-server.ts';
import { readShims } from './support/shims.ts';
import { dropFile, waitForModel } from './support/stage.ts';

/**
 * What people had with every version that was released, opened by this one: a server as it was backed up, a browser as it was
 * left with work that waits for the server, and a project file. `npm run keep:version` makes these of a version.
 */

const ROOT = join(import.meta.dirname, '..');
const VERSIONS = join(ROOT, 'tests/fixtures/versions');
const PATIENCE = { timeout: 300_000 };
const run = promisify(execFile);

/** Who it was, and hashes of the two models. */
interface About {
  readonly email: string;
  readonly chair: string;
  readonly lamp: string;
  /** An order waits: those of versions that drew nothing on the device did. */
  readonly hasOrder?: boolean;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const views = (page: Page) => page.getByRole('grid', { name: 'Saved views' }).getByRole('row');
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt', exact: true });
const pictures = (page: Page) =>
  page.getByRole('region', { name: 'Renders of this project' }).getByRole('button').locator('img');

for (const version of await readdir(VERSIONS)) {
  // Their browsers kept files of their own: one that cannot never had them.
  test.skipIf(readShims().includes('opfs'))(
    `what people had with version ${version} is all there`,
    async () => {
      const at = (name: string) => join(VERSIONS, version, name);
      const folder = makeDataFolder();
      const backups = await mkdtemp(join(tmpdir(), 'vitrine-kept-'));
      const { email, chair, lamp, hasOrder } = JSON.parse(await readFile(at('about.json'), 'utf8')) as About;
      const { context, page, errors } = await openPage();
      try {
        // The server, from the backup.
        await run('tar', ['-xzf', at('server.tar.gz'), '-C', backups]);
        await run(process.execPath, ['scripts/vitrine.mjs', 'restore', backups], {
          cwd: ROOT,
          env: { ...process.env, DATA_DIR: folder },
        });
        const server = await startProduct(folder, await findFreePort(), { RATE_LIMIT_FACTOR: '0' });
        try {
          // The browser, as it was left: offline, with a prompt that is not saved there and an order that is not sent.
          await page.goto(`${server.url}api/health/`);
          await putDevice(
            page,
            JSON.parse(gunzipSync(await readFile(at('device.json.gz'))).toString()) as KeptDevice,
          );
          await signIn(page, { url: server.url, email });
          await waitForModel(page, lamp);
          expect(await prompt(page).inputValue()).toBe('A lamp in the dark');
          await expect.poll(() => views(page).count()).toBe(1);
          await expect.poll(() => pictures(page).count()).toBe(1);

          // An order of another visit is asked about before it is sent, and drawn.
          if (hasOrder) {
            await button(page, 'Send now').click();
            await expect.poll(() => pictures(page).count(), PATIENCE).toBe(2);
          }

          // What was done is undone, back to the chair as it was left.
          await button(page, 'Undo: Prompt').click();
          await button(page, 'Undo: Save view').click();
          await button(page, 'Undo: Model').click();
          await waitForModel(page, chair);
          await expect.poll(() => views(page).count()).toBe(2);
          await button(page, 'Manually selected for render: Seat').waitFor();
          expect(await prompt(page).inputValue()).toBe('A chair by the sea');
          await page.getByRole('img', { name: 'Light-map sketch, 1 stroke', exact: true }).waitFor();

          // The project file.
          await dropFile(page, 'project.vitrine.zip', await readFile(at('project.vitrine.zip')));
          await page.getByText(/was imported\.$/).waitFor();
          await waitForModel(page, chair);
          await expect.poll(() => views(page).count()).toBe(2);
          expect(errors).toEqual([]);
        } finally {
          await server.stop();
        }
      } finally {
        await context.browser()?.close();
        await rm(backups, { recursive: true });
        removeDataFolder(folder);
      }
    },
  );
}

async function openPage() {
  const context = await (await openBrowser()).newContext({
    viewport: { width: 1180, height: 1000 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  return { context, page, errors };
}
