import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CompanyProcess,
  startCompanyProvider,
} from '../tests/support/company-provider/start-company-provider.ts';
import { openBrowser } from './support/browser.ts';
import { checkScreen } from './support/check-screen.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';

/** Somebody of a company gets in through the company's own sign-in, which is the only way. */

let folder: string;
let provider: CompanyProcess;
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  folder = await makeStartedFolder();
  const port = await findFreePort();
  const here = `http://localhost:${port}`;
  provider = await startCompanyProvider(`${here}/api/users/auth/company/back/`);
  await provider.setPerson('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' });
  server = await startProduct(folder, port, {
    PUBLIC_URL: here,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: 'Example',
    LOCAL_SIGN_IN: 'off',
    OIDC_SCOPE: 'openid email profile groups',
    OIDC_STAFF: 'groups=vitrine-staff',
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await provider?.stop();
  removeDataFolder(folder);
});

async function open(locale: string, at = server): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 820, height: 1180 },
    locale,
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack || error.message));
  await page.goto(at.url);
  return { page, errors };
}

/** At the provider, which is somebody else's page. */
async function enterAt(page: Page, login: string, between = { provider, server }): Promise<void> {
  await page.waitForURL((url) => url.href.startsWith(between.provider.issuer));
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]', { hasText: 'Continue' }).click();
  await page.waitForURL((url) => url.href.startsWith(between.server.url));
}

test('the company’s sign-in is the only way in; it leads into the studio, out, and in again without a question', async () => {
  const { page, errors } = await open('en-GB');
  const way = page.getByRole('button', { name: 'Sign in with Example' });
  await way.waitFor();
  expect(await page.getByLabel('Password').count()).toBe(0);
  await checkScreen(page, 'en', 'the way in');
  await way.press('Enter');

  await enterAt(page, 'ada');
  const account = page.getByRole('button', { name: 'Account', exact: true });
  await account.waitFor();
  expect(page.url()).not.toContain('company=');
  await account.click();
  await page.getByText('ada@example.com').waitFor();
  await page.keyboard.press('Escape');

  // The session is the device's, as any other: a reload asks nobody.
  await page.reload();
  await account.click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await way.click();
  await account.waitFor();
  expect(errors).toEqual([]);
});

test('settings offer nothing that nobody can sign in with, and a key is made without a password', async () => {
  const { page, errors } = await open('es-ES');
  await page.getByRole('button', { name: 'Iniciar sesión con Example' }).click();
  await enterAt(page, 'ada');
  await page.getByRole('button', { name: 'Cuenta', exact: true }).waitFor();
  await page.evaluate(() => {
    location.hash = 'settings';
  });
  await page.getByRole('tab', { name: 'Cuenta' }).click();
  await page.getByRole('region', { name: 'Dispositivos' }).waitFor();
  for (const name of ['Contraseña', 'Segundo factor', 'Llaves de acceso'])
    expect(await page.getByRole('region', { name }).count(), name).toBe(0);
  await checkScreen(page, 'es', 'the account of somebody of a company');
  await page.getByRole('tab', { name: 'Programas' }).click();
  const keys = page.getByRole('region', { name: 'Claves de API' });
  await keys.getByRole('button', { name: 'Crear una clave' }).click();
  await keys.getByText('si iniciaste sesión en los últimos 15 minutos').waitFor();
  await checkScreen(page, 'es', 'making a key without a password');
  await keys.getByLabel('Nombre de la clave').fill('Tienda');
  await page.keyboard.press('Enter');
  expect(await keys.locator('code').textContent()).toMatch(/^vitrine_/);

  // Links to passwords lead where people sign in now.
  const other = await open('en-GB');
  await other.page.goto(`${server.url}#reset=some-token`);
  await other.page.reload();
  await other.page.getByRole('button', { name: 'Sign in with Example' }).waitFor();
  expect(await other.page.getByLabel(/password/i).count()).toBe(0);
  expect([...errors, ...other.errors]).toEqual([]);
});

test('staff invite nobody, and make no links to passwords', async () => {
  const groups = ['vitrine-staff'];
  await provider.setPerson('grace', {
    email: 'grace@example.com',
    email_verified: true,
    name: 'Grace',
    groups,
  });
  const { page, errors } = await open('en-GB');
  await page.getByRole('button', { name: 'Sign in with Example' }).click();
  await enterAt(page, 'grace');
  await page.getByRole('button', { name: 'Account', exact: true }).waitFor();
  await page.evaluate(() => {
    location.hash = 'staff';
  });
  const staff = page.getByRole('dialog', { name: 'Staff' });
  await staff.getByRole('button', { name: /ada@example\.com/ }).click();
  await staff.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  expect(await staff.getByRole('tab').allTextContents()).not.toContain('Invitations');
  expect(await staff.getByRole('tab', { name: 'Feedback' }).count()).toBe(1);
  expect(await staff.getByRole('button', { name: 'Make a password link' }).count()).toBe(0);
  await staff.getByText('Staff see all accounts and look after the engines.').waitFor();
  await checkScreen(page, 'en', 'staff of a company');
  expect(errors).toEqual([]);
});

test('whoever turns back there, and whoever finds nobody there, is told what happened and can try again', async () => {
  const { page, errors } = await open('es-ES');
  const way = page.getByRole('button', { name: 'Iniciar sesión con Example' });
  await way.click();
  await page.waitForURL((url) => url.href.startsWith(provider.issuer));
  await page.getByRole('link', { name: /cancel/i }).click();
  await page.getByText('Tu empresa no te ha dejado entrar.').waitFor();
  await checkScreen(page, 'es', 'turned back');
  // An answer is good for one time: a reload begins anew.
  await page.reload();
  await way.waitFor();
  expect(await page.getByText('Tu empresa no te ha dejado entrar.').count()).toBe(0);

  // A link that somebody else made.
  await page.goto(`${server.url}#company=${encodeURIComponent('code=stolen&state=none')}`);
  await page.reload();
  await page.getByText('No se ha podido iniciar sesión con tu empresa.').waitFor();
  // What went wrong is said in the language that is chosen then.
  await page.getByRole('radio', { name: 'English' }).press('Space');
  await page.getByText('Signing in through your company did not work.').waitFor();
  await checkScreen(page, 'en', 'a link of somebody else');
  await page.getByRole('radio', { name: 'Español' }).press('Space');
  await way.click();
  await page.waitForURL((url) => url.href.startsWith(provider.issuer));
  expect(errors).toEqual([]);
});

test('at a desk that people share, signing out here is signing out there, and the next one is asked who they are', async () => {
  const own = await makeStartedFolder();
  const port = await findFreePort();
  const here = `http://localhost:${port}`;
  const their = await startCompanyProvider(`${here}/api/users/auth/company/back/`);
  const shared = await startProduct(own, port, {
    PUBLIC_URL: here,
    OIDC_ISSUER: their.issuer,
    OIDC_CLIENT_ID: their.clientId,
    OIDC_CLIENT_SECRET: their.clientSecret,
    OIDC_NAME: 'Example',
    OIDC_SIGN_OUT: 'on',
    LOCAL_SIGN_IN: 'off',
  });
  const { page, errors } = await open('en-GB', shared);
  const beside = await page.context().newPage();
  const way = page.getByRole('button', { name: 'Sign in with Example' });
  const account = page.getByRole('button', { name: 'Account', exact: true });
  await way.click();
  await enterAt(page, 'ada', { provider: their, server: shared });
  await account.waitFor();
  await beside.goto(shared.url);
  await beside.getByRole('button', { name: 'Account', exact: true }).waitFor();

  await account.click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL(shared.url);
  await page.getByText('Signed out.').waitFor();
  // Another tab stays where it is, signed out.
  await beside.getByRole('button', { name: 'Sign in with Example' }).waitFor();
  expect(beside.url().startsWith(shared.url)).toBe(true);
  await way.click();
  await page.locator('input[name=login]').waitFor();

  // Without a network somebody signs out all the same, and goes nowhere.
  await enterAt(page, 'grace', { provider: their, server: shared });
  const kept = async () =>
    (await page.context().cookies(new URL('/api/users/', shared.url).href)).map(({ name }) => name);
  await account.click();
  await page.context().setOffline(true);
  const isUntold = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/logout/'));
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await way.waitFor();
  await isUntold;
  expect(await kept()).toContain('vitrine_refresh');
  // With a network again the session ends, and nobody is led away; who signs in now is asked who they are.
  await page.context().setOffline(false);
  await expect.poll(kept, { timeout: 60_000 }).not.toContain('vitrine_refresh');
  await page.getByText('Whoever was here last is still signed in to Example').waitFor();
  await checkScreen(page, 'en', 'a provider that was not told');
  expect(page.url().startsWith(shared.url)).toBe(true);
  await way.click();
  await page.locator('input[name=login]').waitFor();
  // There and back it is said still, until somebody goes to sign out there.
  await page.goto(shared.url);
  await page.getByRole('button', { name: 'Sign out there, too' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL(shared.url);
  await page.getByText('Signed out.').waitFor();
  expect(await page.getByRole('button', { name: 'Sign out there, too' }).count()).toBe(0);
  await way.click();
  await page.locator('input[name=login]').waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
  await shared.stop();
  await their.stop();
  removeDataFolder(own);
});
