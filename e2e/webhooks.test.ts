import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { isSigned, startWebhookReceiver, type WebhookReceiver } from '../tests/support/webhook-receiver.ts';
import { checkScreen } from './support/check-screen.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** Somebody has a program told of renders, sees what it was told, and takes it away again. */

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]);

let folder: string;
let server: RunningServer;
let receiver: WebhookReceiver;
let story: Story;
beforeAll(async () => {
  folder = await makeStartedFolder();
  receiver = await startWebhookReceiver();
  server = await startProduct(folder, await findFreePort(), { WEBHOOK_ORIGINS: receiver.origin });
  story = await openStory(
    { isEmpty: true, renderSettings: SMALL_DRAFTS, viewport: { width: 820, height: 1180 } },
    server.url,
  );
});
afterAll(async () => {
  await story?.close();
  await server?.stop();
  await receiver?.stop();
  removeDataFolder(folder);
});

test('a webhook is added, tested, told of a render that the page ordered, sent again, switched off and removed', async () => {
  const { page, errors } = story;
  const openPrograms = async () => {
    await page.evaluate(() => {
      location.hash = 'settings';
    });
    await page.getByRole('tab', { name: 'Programs' }).click();
  };
  const hooks = page.getByRole('region', { name: 'Webhooks' });
  await openPrograms();

  // 1. An address that leads inside is refused, below its field; the form keeps what was written.
  await hooks.getByRole('button', { name: 'Add a webhook' }).click();
  const form = hooks.getByRole('form', { name: 'Add a webhook' });
  await form.getByRole('button', { name: 'Add' }).click();
  await form.getByText('Write the address.').waitFor();
  const address = form.getByLabel('Address of the program');
  await address.fill('http://169.254.169.254/latest');
  await page.keyboard.press('Enter');
  await form.getByText('A webhook needs an address on the internet').waitFor();
  await checkScreen(page, 'en', 'adding a webhook');
  await address.fill(receiver.url);
  await address.press('Enter');

  // 2. The secret is shown once.
  const secret = (await hooks.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  await checkScreen(page, 'en', 'a webhook that was added');
  await hooks.getByRole('button', { name: 'I have kept it' }).click();
  expect(await page.content()).not.toContain(secret);

  // 3. A test is seen to fail, is tried again by itself, and sent again by hand.
  receiver.behaviours.push(503);
  await hooks.getByRole('button', { name: `Send a test to ${receiver.url}` }).click();
  const log = hooks.getByRole('list', { name: `What was sent to ${receiver.url}` });
  await log.getByText('Failed, answered 503. Next try').waitFor();
  await hooks.getByText('Failing', { exact: true }).waitFor();
  await hooks.getByText('Waiting to be sent: 1').waitFor();
  await checkScreen(page, 'en', 'a webhook that fails');
  await log.getByRole('button', { name: 'Send again: Test' }).click();
  await log.getByText('answered 204').waitFor();
  await hooks.getByText('Failing', { exact: true }).waitFor({ state: 'detached' });
  expect(receiver.calls).toHaveLength(2);
  expect(receiver.calls[0]?.body).toBe(receiver.calls[1]?.body);
  for (const call of receiver.calls) expect(isSigned(call, secret)).toBe(true);

  // 4. A render that the page orders.
  await page.keyboard.press('Escape');
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
  await page
    .getByRole('button', { name: /^Render/ })
    .first()
    .click();
  await expect.poll(() => receiver.calls.length, { timeout: 300_000 }).toBe(3);
  const { message } = receiver.calls[2] ?? {};
  expect(message).toMatchObject({ type: 'render.finished', data: { status: 'completed', images: 1 } });
  await page.keyboard.press('Escape');
  await openPrograms();
  await hooks.getByRole('button', { name: `What was sent to ${receiver.url}` }).click();
  await log.getByText(`Render ${message?.data.render_id} has finished`).waitFor();

  // 5. Another secret, other events, off, and gone; by keys.
  const more = hooks.getByRole('button', { name: `More for ${receiver.url}` });
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'New secret' }).press('Enter');
  await hooks.getByText('For a day messages are signed with the old secret, too.').waitFor();
  expect(await hooks.locator('code').textContent()).not.toBe(secret);
  await hooks.getByRole('button', { name: 'I have kept it' }).press('Enter');
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Change the webhook' }).press('Enter');
  const change = hooks.getByRole('form', { name: 'Change the webhook' });
  await change.getByRole('switch', { name: 'Finished renders' }).press('Space');
  await change.getByRole('button', { name: 'Save' }).press('Enter');
  await hooks.getByText('Told of failed renders').waitFor();
  await hooks.getByRole('switch', { name: `Send to ${receiver.url}` }).press('Space');
  await hooks.getByText('Off', { exact: true }).waitFor();
  expect(await hooks.getByRole('button', { name: `Send a test to ${receiver.url}` }).isDisabled()).toBe(true);
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
  const question = page.getByRole('alertdialog');
  await question.getByText('is told nothing more').waitFor();
  await question.getByRole('button', { name: 'Remove' }).press('Enter');
  await hooks.getByText(receiver.url).waitFor({ state: 'detached' });
  expect(receiver.calls).toHaveLength(3);
  expect(errors).toEqual([]);
});
