import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { readGlb } from '../src/tracer/gltf/read-glb.ts';
import { type BoxPlan, makeBoxes } from '../tests/support/box-model.ts';
import { packGlb } from '../tests/support/tiny-model.ts';
import { openStory, SMALL_DRAFTS } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** What somebody meets who has the page for the first time, and has not read a word about it. */

const GREY = [0.5, 0.5, 0.5, 1] as const;
const box = (name: string, x: number): BoxPlan => ({
  name,
  size: [1, 1, 1],
  centre: [x, 0, 0],
  colour: GREY,
});
const many = makeBoxes(Array.from({ length: 12 }, (_, index) => box(`Part ${index + 1}`, index * 1.5)));
const one = makeBoxes([box('Only part', 0)]);

const twoScenes = (() => {
  const { json, binary } = readGlb(one);
  return packGlb(
    { ...json, scene: 0, scenes: [...(json.scenes ?? []), { nodes: [0] }] },
    binary?.slice() ?? null,
  );
})();

const hasFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((it) => it === document.activeElement)).toBe(true);

test('by keyboard: what the menu under one’s initials opens gives the focus back to it, also the first time', async () => {
  const { page, errors, close } = await openStory({ isEmpty: true });
  const menu = page.getByRole('button', { name: 'Account', exact: true });
  for (const item of ['My Profile', 'About', 'Settings', 'Help']) {
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    // The window itself has come, not what stands in for it.
    await page.getByRole('dialog').getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await hasFocus(menu);
  }
  expect(errors).toEqual([]);
  await close();
});

test('the materials of another model are in sight, however far the panel was scrolled, and take no more room than they need', async () => {
  const { page, errors, close } = await openStory({
    isEmpty: true,
    viewport: { width: 1440, height: 900 },
  });
  await dropFile(page, 'many.glb', many);
  await waitForModel(page, hashOf(many));
  await page.getByRole('group', { name: 'Part 1', exact: true }).waitFor();
  await page
    .getByRole('button', { name: /^Background/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Advanced/ }).click();
  const quality = page.getByRole('switch', { name: 'Keep layers for compositing' });
  await quality.scrollIntoViewIfNeeded();
  const tabs = page.getByRole('tab', { name: /^Materials/ });
  await dropFile(page, 'one.glb', one);
  await waitForModel(page, hashOf(one));
  const row = page.getByRole('group', { name: 'Only part', exact: true });
  await row.waitFor();
  const below = async (upper: Locator, lower: Locator) => {
    const [above, under] = [await upper.boundingBox(), await lower.boundingBox()];
    return Math.round((under?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0));
  };
  await expect.poll(() => below(tabs, row)).toBeGreaterThanOrEqual(0);
  expect(await below(row, page.getByRole('button', { name: /^Labels/ }))).toBeLessThan(40);
  expect(errors).toEqual([]);
  await close();
});

test('under a finger, what is not shown of a model is told in words that stand free, and so is the name of a tool that has the focus', async () => {
  const { page, errors, close } = await openStory({
    isEmpty: true,
    hasTouch: true,
    viewport: { width: 820, height: 1180 },
  });
  await dropFile(page, 'another-scene.glb', twoScenes);
  await waitForModel(page, hashOf(twoScenes));
  const words = page.getByRole('button', { name: /^1 not shown/ });
  await words.waitFor();
  const isInside = await words.evaluate((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    const [text, box] = [range.getBoundingClientRect(), button.getBoundingClientRect()];
    return text.left >= box.left && text.right <= box.right;
  });
  expect(isInside).toBe(true);
  // As a file window gives it back: by no key that React saw.
  const tool = page.getByRole('toolbar', { name: 'Stage tools' }).getByRole('button', { name: 'Open model' });
  await page.keyboard.press('Tab');
  await tool.evaluate((button: HTMLElement) => button.focus({ focusVisible: true } as FocusOptions));
  expect(await tool.evaluate((button) => getComputedStyle(button).boxShadow)).toContain('inset');
  expect(errors).toEqual([]);
  await close();
});

test('the question whether to send when online says so, and asks to send now, once the server is there again', async () => {
  const { page, context, errors, close } = await openStory({
    isEmpty: true,
    // What only the server draws.
    renderSettings: { ...SMALL_DRAFTS, keep_layers: true },
  });
  await dropFile(page, 'one.glb', one);
  await waitForModel(page, hashOf(one));
  await context.setOffline(true);
  await page.getByRole('status').filter({ hasText: 'Offline' }).first().waitFor();
  await page.getByRole('button', { name: 'Render', exact: true }).press('Enter');
  const question = page.getByRole('alertdialog');
  await question.getByRole('heading', { name: 'You are offline' }).waitFor();
  await context.setOffline(false);
  await question.getByRole('heading', { name: 'The server is there again' }).waitFor();
  expect(await question.getByText('The server does not answer').count()).toBe(0);
  await question.getByRole('button', { name: 'Send now' }).press('Enter');
  await question.waitFor({ state: 'detached' });
  await page.getByText('1 completed').first().waitFor({ timeout: 300_000 });
  expect(errors).toEqual([]);
  await close();
});
