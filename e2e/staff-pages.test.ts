import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionBody } from '../src/contract/http/accounts.ts';
import { openBrowser } from './support/browser.ts';
import { checkScreen } from './support/check-screen.ts';
import { listCovered } from './support/list-covered.ts';
import { listSmall } from './support/list-small.ts';
import { TEXTS } from './support/one-language.ts';
import { signIn } from './support/open-story.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { waitForAnyModel } from './support/stage.ts';

/** Staff at a tablet: every page they have, held either way, with a person whose name is as long as names are. */

const OWNER = { email: 'owner@example.com', password: 'a long enough password' };
const PERSON = {
  name: 'Ana María Fernández de la Vega y Rodríguez-Salmerón',
  email: 'ana.maria.fernandez.de.la.vega@a-subdomain.example.com',
  password: 'a long enough password',
};

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = await makeStartedFolder();
  server = await startProduct(folder, await findFreePort(), { RATE_LIMIT_FACTOR: '0' });
  const token = decodeURIComponent(/#owner=(.+)$/.exec(server.ownerLink ?? '')?.[1] ?? '');
  const { access_token: staff } = await post<SessionBody>('users/owner/claim/', { token, ...OWNER });
  const { user } = await post<SessionBody>('users/register/', PERSON);
  await post(`staff/users/${user.id}/closed/`, { is_closed: true }, staff);
  await post('staff/invitations/', { email: 'invited@example.com' }, staff);
  await post('staff/invitations/', { email: null }, staff);
});
afterAll(async () => {
  await server?.stop();
  if (folder !== undefined) removeDataFolder(folder);
});

async function post<Body>(path: string, body: object, token?: string): Promise<Body> {
  const answer = await fetch(`${server.url}api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
  return (await answer.text().then((text) => (text === '' ? null : JSON.parse(text)))) as Body;
}

/** Whether the right end of what says so is to be seen, and not cut off by the box that it stands in. */
const isWhole = (page: Page, words: string): Promise<boolean> =>
  page
    .getByText(words, { exact: true })
    .first()
    .evaluate((element) => {
      const { right, top, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(right - 2, top + height / 2));
    });

/** How much of a picture of the library its buttons paint over, from 0 to 1; found by the name of one of them. */
const shareCovered = (page: Page, name: string): Promise<number> =>
  page.getByRole('button', { name }).evaluate((button) => {
    const picture = button.closest('[role=row]')?.querySelector('img')?.getBoundingClientRect();
    if (picture === undefined || button.parentElement === null) throw new Error('There is no picture.');
    const isPainted = (style: CSSStyleDeclaration) => style.backgroundColor !== 'rgba(0, 0, 0, 0)';
    const painted = [...button.parentElement.children].map((each) => {
      const { width, height } = each.getBoundingClientRect();
      const face = getComputedStyle(each, '::before');
      if (isPainted(getComputedStyle(each))) return width * height;
      return isPainted(face) ? Number.parseFloat(face.width) * Number.parseFloat(face.height) : 0;
    });
    return painted.reduce((sum, area) => sum + area, 0) / (picture.width * picture.height);
  });

test.each([
  { widthPx: 1180, heightPx: 820, locale: 'en-GB', language: 'en' },
  { widthPx: 820, heightPx: 1180, locale: 'es-ES', language: 'es' },
] as const)(
  'all pages of staff can be read and pressed at $widthPx x $heightPx in $locale',
  async (setting) => {
    const { widthPx, heightPx, locale, language } = setting;
    const t = TEXTS[language];
    const browser = await openBrowser();
    const context = await browser.newContext({
      viewport: { width: widthPx, height: heightPx },
      locale,
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const dialog = page.getByRole('dialog', { name: t.staff.title });
    const check = async (screen: string): Promise<void> => {
      await checkScreen(page, language, screen);
      expect(await listSmall(page), screen).toEqual([]);
      expect(await listCovered(page), screen).toEqual([]);
    };
    await signIn(page, { url: server.url, email: OWNER.email });
    await waitForAnyModel(page);
    await page.evaluate(() => {
      location.hash = 'staff';
    });

    const row = dialog.getByRole('button', { name: t.staff.openPerson(PERSON.name, PERSON.email) });
    await row.waitFor();
    expect(await isWhole(page, t.staff.isClosed), 'the state of an account').toBe(true);
    for (const [name, label] of Object.entries(t.staff.tabs)) {
      await dialog.getByRole('tab', { name: label, exact: true }).click();
      await dialog.getByRole('progressbar').waitFor({ state: 'detached' });
      await check(name);
    }
    await dialog.getByRole('tab', { name: t.staff.tabs.people, exact: true }).click();
    await row.click();
    await dialog.getByRole('button', { name: t.staff.backToPeople }).waitFor();
    await check('a person');

    // What everybody has carries the buttons of staff, as large as a finger: the picture is seen all the same.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t.assets.title, exact: true }).click();
    const rename = page.getByRole('button', { name: t.libraries.edit('Oak') });
    if (language === 'en') {
      await rename.waitFor();
      expect(await shareCovered(page, t.libraries.edit('Oak'))).toBeLessThan(0.25);
      await check('assets');
    }
    await browser.close();
  },
);
