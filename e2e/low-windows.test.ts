import { afterAll, beforeAll, expect, test } from 'vitest';
import { liesOn } from './support/lies-on.ts';
import { listCovered } from './support/list-covered.ts';
import { TEXTS } from './support/one-language.ts';
import { openStory, type Story } from './support/open-story.ts';

/** A tablet beside another window, a small one, and a phone that lies. */
const SIZES = [
  [1100, 620],
  [1024, 600],
  [820, 600],
] as const;

let story: Story;
beforeAll(async () => {
  story = await openStory({ viewport: { width: 1100, height: 620 }, hasTouch: true, hasViews: true });
});
afterAll(() => story?.close());

test.each(SIZES)(
  'on a window of %i x %i every tool is in a finger’s reach, and none lies on another',
  async (width, height) => {
    const { page } = story;
    const { stage, views, transform } = TEXTS.en;
    await page.setViewportSize({ width, height });
    const tools = page.getByRole('toolbar', { name: stage.tools });
    const bars = [
      page.getByRole('region', { name: views.title }),
      page.getByRole('list', { name: stage.facts }),
    ];
    const isFree = async (message: string): Promise<void> => {
      for (const bar of bars) await expect.poll(() => liesOn(tools, bar), { message }).toBe(false);
      await expect.poll(() => listCovered(page), { message }).toEqual([]);
    };
    await isFree('at rest');
    const tool = tools.getByRole('button', { name: transform.title, exact: true });
    await tool.tap();
    const panel = page.getByRole('region', { name: transform.title });
    await expect.poll(() => liesOn(panel, page.getByRole('application'))).toBe(false);
    const side = await page.getByRole('application').evaluate((host) => host.getBoundingClientRect().width);
    expect(side).toBeGreaterThan(320);
    for (const bar of bars) expect(await liesOn(tools, bar)).toBe(false);
    await panel.getByRole('button', { name: TEXTS.en.ui.close }).tap();
    await panel.waitFor({ state: 'detached' });
    expect(story.errors).toEqual([]);
  },
);

/** Windows of 1440 x 900 and 1180 x 820 at twice their size. */
test.each([
  [720, 450],
  [590, 410],
] as const)(
  'on a page of %i x %i every tool and all of the top bar can be come to',
  async (width, height) => {
    const { page } = story;
    await page.setViewportSize({ width, height });
    const tools = page.getByRole('toolbar', { name: TEXTS.en.stage.tools }).getByRole('button');
    const top = page.getByRole('banner').getByRole('button');
    for (const buttons of [tools, top]) {
      await expect.poll(() => buttons.count()).toBeGreaterThan(6);
      for (const button of await buttons.all()) {
        if (await button.isEnabled()) await button.tap({ trial: true });
        else await button.scrollIntoViewIfNeeded();
      }
    }
    expect(story.errors).toEqual([]);
  },
);
