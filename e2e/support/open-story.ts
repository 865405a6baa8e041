import { randomUUID } from 'node:crypto';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { inject } from 'vitest';
import { openBrowser } from './browser.ts';
import { waitForAnyModel } from './stage.ts';

/** A person with a new account, in front of the sample project. */
export interface Story {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Address of the product. */
  readonly url: string;
  /** What the person signs in with, see {@link signIn}. */
  readonly email: string;
  /** What the page threw. A story ends by expecting none. */
  readonly errors: string[];
  /** Addresses outside of the product that the page asked for. */
  readonly strangers: readonly string[];
  close(): Promise<void>;
}

const PASSWORD = 'a long enough password';

/**
 * Opens a browser and registers. Resolves when the sample is drawn.
 *
 * @param url The product; without one that which all stories share.
 * @param prepare What is done with the empty page before it is opened.
 */
export async function openStory(
  options: BrowserContextOptions = {},
  url = inject('productUrl'),
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<Story> {
  const browser = await openBrowser();
  const context = await browser.newContext({
    viewport: { width: 1000, height: 700 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const strangers: string[] = [];
  page.on('request', (request) => {
    const asked = request.url();
    if (!asked.startsWith(url) && !/^(data|blob):/.test(asked)) strangers.push(asked);
  });
  await prepare(page);
  await page.goto(url);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  const email = `${randomUUID()}@example.com`;
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  await waitForAnyModel(page);
  return { page, context, url, email, errors, strangers, close: () => browser.close() };
}

/** Signs the person in on another device, whose interface is in English. */
export async function signIn(page: Page, { url, email }: Story): Promise<void> {
  await page.goto(url);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.locator('button[type=submit]').click();
}
