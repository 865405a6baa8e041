import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { makePng } from '../tests/support/tiny-image.ts';
import { keepDevice } from './support/kept-device.ts';
import { openStory, SMALL_DRAFTS } from './support/open-story.ts';
import { findFreePort, makeStartedFolder, removeDataFolder, startProduct } from './support/running-server.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

/**
 * Makes what `older-versions.test.ts` opens of this version, in tests/fixtures/versions (`npm run keep:version`): a person
 * dresses and saves two models, orders a picture, exports the project, and is offline in the end.
 */

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);
const boxes = (...names: string[]) =>
  new Uint8Array(
    makeBoxes(
      names.map((name, x) => ({ name, size: [1, 2, 1], centre: [1.5 * x, 0, 0], texture: makePng() })),
    ),
  );
const CHAIR = boxes('Seat', 'Leg');
const LAMP = boxes('Shade', 'Foot', 'Cable');

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt', exact: true });

async function saveView(page: Page): Promise<void> {
  const views = page.getByRole('grid', { name: 'Saved views' }).getByRole('row');
  const count = await views.count();
  await button(page, 'Save view').click();
  await views.nth(count).waitFor();
}
async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await button(page, 'Save Project (No changes)').waitFor();
}

test('a person leaves work of this version', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const target = join(ROOT, 'tests/fixtures/versions', version);
  const folder = await makeStartedFolder();
  const backups = await mkdtemp(join(tmpdir(), 'vitrine-kept-'));
  const server = await startProduct(folder, await findFreePort(), { RATE_LIMIT_FACTOR: '0' });
  const story = await openStory(
    { isEmpty: true, viewport: { width: 1180, height: 1000 }, renderSettings: SMALL_DRAFTS },
    server.url,
  );
  try {
    const { page, context } = story;
    await mkdir(target, { recursive: true });
    await dropFile(page, 'chair.glb', CHAIR);
    await waitForModel(page, hashOf(CHAIR));
    await untilKept(page);
    await saveView(page);
    await page.getByRole('application').press('ArrowRight');
    await saveView(page);
    await button(page, 'Selected for render (Priority 2): Leg').click();
    await button(page, 'Settings of Seat').click();
    await page.getByRole('slider', { name: 'Metalness' }).fill('0.6');
    await prompt(page).fill('A chair by the sea');
    await page.getByRole('application').press('p');
    await page.getByRole('img', { name: 'Light-map sketch, empty', exact: true }).waitFor();
    const stage = (await page.getByRole('application').boundingBox())!;
    await page.mouse.move(stage.x + stage.width * 0.6, stage.y + stage.height * 0.2);
    await page.mouse.down();
    await page.mouse.move(stage.x + stage.width * 0.8, stage.y + stage.height * 0.2, { steps: 3 });
    await page.mouse.up();
    await page.getByRole('img', { name: 'Light-map sketch, 1 stroke', exact: true }).waitFor();
    await page.keyboard.press('p');
    await page.getByText('Light-map saved. It goes into the next render of this view.').waitFor();
    await page.getByRole('button', { name: /^Looks/ }).click();
    await page.getByRole('button', { name: 'Save this look' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Steel seat');
    const isLookSent = page.waitForResponse((answer) => answer.url().includes('/api/look/') && answer.ok());
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await isLookSent;
    await save(page);
    await button(page, 'Render').click();
    const pictures = page.getByRole('region', { name: 'Renders of this project' }).getByRole('button');
    await pictures.locator('img').first().waitFor();

    await page.getByRole('button', { name: 'Projects', exact: true }).click();
    const list = page.getByRole('dialog', { name: 'Projects' });
    await list.getByRole('row').first().getByRole('button').click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export' }).click();
    await copyFile(await (await downloading).path(), join(target, 'project.vitrine.zip'));
    await page.getByRole('dialog', { name: /^Export / }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });

    await dropFile(page, 'lamp.glb', LAMP);
    await waitForModel(page, hashOf(LAMP));
    await page.getByText('Chosen automatically').waitFor();
    await saveView(page);
    await save(page);

    // What waits for the server.
    await context.setOffline(true);
    await page.getByText('Offline', { exact: true }).first().waitFor();
    await prompt(page).fill('A lamp in the dark');
    await prompt(page).blur();
    await page.keyboard.press('Control+s');
    await page.getByText('It goes to the server when it can be reached.').first().waitFor();
    await untilKept(page);
    const device = await keepDevice(page);
    await writeFile(join(target, 'device.json.gz'), gzipSync(JSON.stringify(device), { level: 9 }));
    const about = { email: story.email, chair: hashOf(CHAIR), lamp: hashOf(LAMP) };
    await writeFile(join(target, 'about.json'), `${JSON.stringify(about, null, 2)}\n`);
    expect(story.errors).toEqual([]);
  } finally {
    await story.close();
    await server.stop();
  }
  await run(process.execPath, ['scripts/vitrine.mjs', 'backup', '--to', backups], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: folder },
  });
  await run('tar', ['-czf', join(target, 'server.tar.gz'), '-C', backups, '.']);
  await rm(backups, { recursive: true });
  removeDataFolder(folder);
});
