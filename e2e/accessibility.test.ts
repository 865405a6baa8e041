import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { SessionBody } from '../src/contract/http/accounts.ts';
import type { ProjectBody } from '../src/contract/http/projects.ts';
import { openBrowser } from './support/browser.ts';
import { liesOn } from './support/lies-on.ts';
import { listCovered, listCut } from './support/list-covered.ts';
import { listMisnamed } from './support/list-misnamed.ts';
import { listSmall } from './support/list-small.ts';
import { listViolations } from './support/list-violations.ts';
import { listForeign, TEXTS } from './support/one-language.ts';
import { openSection } from './support/open-section.ts';
import { waitForAnyModel } from './support/stage.ts';

declare global {
  interface Window {
    /** What the Content-Security-Policy did not let the page do. */
    refused: string[];
  }
}

const PERSON = {
  name: 'Ana Ruiz',
  email: `${randomUUID()}@example.com`,
  password: 'a long enough password',
};
/** Of screens on which nothing may lie over anything that acts, while a toast stands. */
const SIZES = [
  [1440, 900],
  [1280, 800],
  [1180, 820],
  [1100, 760],
  [1100, 620],
  [820, 1180],
] as const;
/** Small enough that making the picture is not what the test waits for. */
const EDGE_PX = 64;

const url = inject('productUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  const { access_token: token } = await call<SessionBody>('POST', '/api/users/register/', PERSON);
  const { id, render_settings: settings } = await call<ProjectBody>(
    'GET',
    '/api/project/active/',
    null,
    token,
  );
  const small = { ...settings, quality: 'draft', width: EDGE_PX, height: EDGE_PX };
  await call('PATCH', `/api/project/${id}/`, { render_settings: small }, token);
});

afterAll(() => browser?.close());

async function call<Body>(
  method: string,
  path: string,
  body: object | null,
  token: string | null = null,
): Promise<Body> {
  const answer = await fetch(new URL(path, url), {
    method,
    headers: {
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body === null ? null : JSON.stringify(body),
  });
  expect(answer.ok, path).toBe(true);
  return answer.json() as Promise<Body>;
}

test.each([
  { widthPx: 1440, heightPx: 900, locale: 'en-GB', hasTouch: false },
  { widthPx: 1180, heightPx: 820, locale: 'es-ES', hasTouch: false },
  { widthPx: 1180, heightPx: 820, locale: 'en-GB', hasTouch: true },
  { widthPx: 820, heightPx: 1180, locale: 'es-ES', hasTouch: true },
])('axe finds nothing at $widthPx x $heightPx in $locale, and one language is spoken', async (setting) => {
  const { widthPx, heightPx, locale, hasTouch } = setting;
  const language = locale === 'es-ES' ? 'es' : 'en';
  const t = TEXTS[language];
  const isSheet = heightPx > widthPx;
  const context = await browser.newContext({
    viewport: { width: widthPx, height: heightPx },
    locale,
    hasTouch,
    reducedMotion: 'reduce',
  });
  await context.addInitScript(() => {
    Object.assign(window, { refused: [] });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      // zod tries whether it may compile, and takes no for an answer.
      if (blockedURI !== 'eval') window.refused.push(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  const page = await context.newPage();
  const check = async (screen: string) => {
    // A name that stands over a button while the pointer rests there is no part of the page.
    await page.mouse.move(1, 1);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    expect(await listViolations(page), screen).toEqual([]);
    expect(await page.evaluate(() => window.refused), screen).toEqual([]);
    expect(await listForeign(page, language), screen).toEqual([]);
    expect(await listMisnamed(page), screen).toEqual([]);
    if (hasTouch) expect(await listSmall(page), screen).toEqual([]);
  };

  await page.goto(url);
  await page.getByLabel(t.signIn.email).fill(PERSON.email);
  await check('sign-in');
  await page.getByRole('textbox', { name: t.signIn.password }).fill(PERSON.password);
  await page.getByRole('button', { name: t.signIn.signIn, exact: true }).click();
  await waitForAnyModel(page);
  await page.getByRole('group', { name: 'Leather' }).waitFor();
  await check('studio');
  for (const [width, height] of hasTouch ? [] : SIZES) {
    await page.setViewportSize({ width, height });
    // Saved by hand: what was saved by itself meanwhile is written once more.
    let text = `${width} x ${height}`;
    const save = async (): Promise<boolean> => {
      text += '.';
      await page.getByRole('textbox', { name: t.order.prompt, exact: true }).fill(text);
      const button = page.getByRole('button', { name: t.project.saveDirty });
      return button.click({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(save).toBe(true);
    await page.getByRole('region', { name: t.ui.notifications }).getByText(t.project.savedToast).waitFor();
    await expect.poll(() => listCovered(page), { message: `${width} x ${height}` }).toEqual([]);
    const tool = page.getByRole('toolbar').getByRole('button', { name: t.transform.title });
    await tool.click();
    const panel = page.getByRole('region', { name: t.transform.title });
    const isOver = () => liesOn(panel, page.getByRole('application'));
    await expect.poll(isOver, { message: `${width} x ${height}` }).toBe(false);
    await expect.poll(() => listCovered(page), { message: `tool at ${width} x ${height}` }).toEqual([]);
    const tools = page.getByRole('toolbar', { name: t.stage.tools });
    for (const neighbour of [
      page.getByRole('region', { name: t.views.title }),
      page.getByRole('list', { name: t.stage.facts }),
    ]) {
      await expect
        .poll(() => liesOn(tools, neighbour), { message: `tools at ${width} x ${height}` })
        .toBe(false);
    }
    await tool.click();
    const place = page.getByRole('button', { name: t.assets.create, exact: true });
    const leftOf = async () => (await place.boundingBox())?.x;
    const before = await leftOf();
    const pill = page.getByRole('button', { name: t.shell.buyCredits });
    await pill.evaluate((button) => {
      button.style.paddingRight = '36px';
    });
    // As a balance of three more digits does it; a bar this narrow gives the room to the project's name.
    if (width >= 1000) expect(await leftOf(), `places at ${width} x ${height}`).toBe(before);
    await pill.evaluate((button) => {
      button.style.paddingRight = '';
    });
  }
  await page.setViewportSize({ width: widthPx, height: heightPx });
  for (const tool of [t.keys.labels.camera, t.transform.title, t.coordinates.title]) {
    const button = page.getByRole('toolbar').getByRole('button', { name: tool, exact: true });
    await button.click();
    await page.getByRole('region', { name: tool }).waitFor();
    await check(tool);
    const outOfSight = await page
      .getByRole('toolbar', { name: t.stage.tools })
      .evaluate((tools) => tools.scrollHeight - tools.clientHeight);
    expect(outOfSight, `tools beside ${tool}`).toBe(0);
    await button.click();
  }

  await page.getByRole('tab', { name: t.panel.objects }).click();
  await page.getByRole('treegrid').waitFor();
  await check('objects');
  for (const [width, height] of hasTouch ? [] : SIZES.filter(([width, height]) => width > height)) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => listCut(page.getByRole('treegrid')), { message: `objects at ${width} x ${height}` })
      .toEqual([]);
  }
  await page.setViewportSize({ width: widthPx, height: heightPx });

  await page.getByRole('tab', { name: t.panel.materials }).click();
  const opener = page.getByRole('button', { name: t.materials.libraryFor('Leather') }).first();
  // A finger chooses the material first: its tools come with that.
  if (hasTouch) await page.getByRole('button', { name: 'Leather', exact: true }).first().click();
  await opener.click();
  await page.getByRole('dialog').getByRole('row').first().waitFor();
  await check('library');
  await page.keyboard.press('Escape');
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);

  if (isSheet) await page.getByRole('tab', { name: t.panel.advanced }).click();
  else await openSection(page, t.panel.advanced);
  await page.getByRole('radiogroup', { name: t.advanced.quality }).waitFor();
  await check('advanced');
  for (const tab of isSheet ? [t.panel.background, t.light.title] : []) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel', { name: tab }).waitFor();
    await check(tab);
  }

  await page.getByRole('button', { name: t.order.orderSet }).click();
  await page.getByRole('dialog', { name: t.order.orderSet }).getByRole('checkbox').first().waitFor();
  await check('set');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const pictures = page.getByRole('region', { name: t.carousel.label }).getByRole('button').getByRole('img');
  await page.getByRole('button', { name: t.order.render, exact: true }).waitFor();
  if ((await pictures.count()) === 0) {
    await page.getByRole('button', { name: t.order.render, exact: true }).click();
    await pictures.first().waitFor({ timeout: 300_000 });
  }
  await pictures.first().click();
  await page.getByRole('dialog').getByRole('slider', { name: t.result.comparator }).waitFor();
  await check('result');

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t.assets.title, exact: true }).click();
  await page.getByRole('treegrid').waitFor();
  await check('assets');
  expect(await listCut(page.getByRole('treegrid'), 'span')).toEqual([]);
  await context.close();
});
