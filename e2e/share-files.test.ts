import type { Page } from 'playwright';
import { afterEach, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { makePng } from '../tests/support/tiny-image.ts';
import { enter, openStory, type Story } from './support/open-story.ts';
import { readShims } from './support/shims.ts';
import { hashOf, waitForModel } from './support/stage.ts';

/** Files that a person shares from another app of the device with the installed one (manifest.webmanifest, share_target). */

const colour = [0.2, 0.5, 0.3, 1] as const;
const box = (name: string) => makeBoxes([{ name, size: [1, 1, 1], centre: [0, 0.5, 0], colour }]);

let story: Story;
afterEach(() => story?.close());

/** As the system does it: the browser goes to the share address with the files. */
async function share(page: Page, name: string, bytes: Uint8Array, type = ''): Promise<void> {
  const isLed = page.waitForEvent('domcontentloaded');
  await page.evaluate(
    ([fileName, base64, fileType]) => {
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName, { type: fileType }));
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
      input.files = transfer.files;
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [name, Buffer.from(bytes).toString('base64'), type] as const,
  );
  await isLed;
}

/** Under the control of its service worker. */
async function openControlled(options: Parameters<typeof openStory>[0] = {}): Promise<Page> {
  story = await openStory({ serviceWorkers: 'allow', ...options });
  await story.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return story.page;
}

test('a model that is shared opens, with the server or without, and once', async () => {
  const page = await openControlled({ isEmpty: true });
  const [first, second] = [box('First'), box('Second')];
  await share(page, 'first.glb', first, 'model/gltf-binary');
  await waitForModel(page, hashOf(first));
  await story.context.setOffline(true);
  await share(page, 'second.glb', second, 'application/octet-stream');
  await waitForModel(page, hashOf(second));
  await page.reload();
  await waitForModel(page, hashOf(second));
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await waitForModel(page, hashOf(first));
  await page.reload();
  await waitForModel(page, hashOf(first));
  expect(story.errors).toEqual([]);
});

test('a picture that is shared is offered where pictures go, once the model stands that it may be for', async () => {
  const page = await openControlled();
  await share(page, 'beach.png', makePng(), 'image/png');
  const question = page.getByRole('dialog', { name: 'What is this picture for?' });
  await question.waitFor();
  await question.getByRole('button', { name: 'Use as background' }).waitFor();
  expect(story.errors).toEqual([]);
});

test('a file that the system opens the closed app with waits for the project, and opens in it', async () => {
  const chair = box('Chair');
  story = await openStory({
    prepare: (context) =>
      // Only an installed app is opened with a file.
      context.addInitScript((base64) => {
        const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const launch = { files: [{ getFile: async () => new File([content], 'chair.glb') }] };
        const setConsumer = (consume: (given: unknown) => void): void => {
          if (sessionStorage.getItem('launched') !== '') return;
          sessionStorage.setItem('launched', 'once');
          consume(launch);
        };
        Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
      }, Buffer.from(chair).toString('base64')),
  });
  await story.page.evaluate(() => sessionStorage.setItem('launched', ''));
  await story.page.reload();
  await waitForModel(story.page, hashOf(chair));
  await story.page.reload();
  await waitForModel(story.page, hashOf(chair));
  expect(story.errors).toEqual([]);
});

test('who is signed out when a model is shared finds it after the sign-in', async () => {
  const page = await openControlled({ isEmpty: true });
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.locator('input[type=email]').waitFor();
  const chair = box('Chair');
  await share(page, 'chair.glb', chair, 'model/gltf-binary');
  await enter(page, story.email);
  await waitForModel(page, hashOf(chair));
  expect(story.errors).toEqual([]);
});

test.skipIf(readShims().includes('locks'))(
  'a sign-out that is slow takes nothing away that is shared after it',
  async () => {
    const page = await openControlled({ isEmpty: true });
    const tab = await story.context.newPage();
    await tab.goto(story.url);
    await tab.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // Nobody changes the session for as long as this document is there.
    await tab.evaluate(
      () =>
        new Promise<void>((held) => {
          void navigator.locks.request('vitrine-refresh', () => {
            held();
            return new Promise(() => {});
          });
        }),
    );
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.locator('input[type=email]').waitFor();
    const lamp = box('Lamp');
    await share(tab, 'lamp.glb', lamp, 'model/gltf-binary');
    await page.waitForFunction(() => localStorage.getItem('vitrine-leaving') === null);
    await enter(tab, story.email);
    await waitForModel(tab, hashOf(lamp));
    expect(story.errors).toEqual([]);
  },
);

test('what cannot be taken is said in a sentence: no service worker yet, nothing that opens', async () => {
  story = await openStory({ isEmpty: true, locale: 'es-ES' });
  await share(story.page, 'chair.glb', box('Chair'), 'model/gltf-binary');
  await story.page.getByText('Vitrine aún no estaba lista para recibir archivos.').waitFor();
  expect(new URL(story.page.url()).search).toBe('');
  await story.close();
  const page = await openControlled({ isEmpty: true });
  await share(page, 'notes.txt', new TextEncoder().encode('notes'), 'text/plain');
  await page.getByText('What was shared is no model and no picture.').waitFor();
  expect(story.errors).toEqual([]);
});
