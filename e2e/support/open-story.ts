import { randomUUID } from 'node:crypto';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { inject } from 'vitest';
import type { SessionBody } from '../../src/contract/http/accounts.ts';
import type { ProjectBody } from '../../src/contract/http/projects.ts';
import { openBrowser } from './browser.ts';
import { waitForAnyModel } from './stage.ts';

/** A person with a new account, in front of a project. */
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

/** What a story begins with where it is not the sample project in front of the usual pictures. */
interface StoryOptions extends BrowserContextOptions {
  /** True for a project without a model: the sample costs what a whole story of a dropped box does. */
  readonly isEmpty?: boolean;
  /** True keeps the views that the sample comes with: the page takes a picture of each, which costs what opening it does. */
  readonly hasViews?: boolean;
  /** Settings of the project that are others than usual, {@link SMALL_DRAFTS} for one. */
  readonly renderSettings?: Partial<ProjectBody['render_settings']>;
  /** Done to the browser before its first page. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
}

/** The pictures that are as small and as quick as there are. */
export const SMALL_DRAFTS = { width: 64, height: 64, quality: 'draft' } as const;

/**
 * Makes an account and signs in with it. Resolves when the sample is drawn, or the stage is there and empty.
 *
 * @param url The product; without one that which all stories share.
 */
export async function openStory(options: StoryOptions = {}, url = inject('productUrl')): Promise<Story> {
  const { isEmpty = false, hasViews = false, renderSettings, prepare, ...rest } = options;
  const browser = await openBrowser();
  const context = await browser.newContext({
    viewport: { width: 1000, height: 700 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...rest,
  });
  await prepare?.(context);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack || error.message));
  const strangers: string[] = [];
  page.on('request', (request) => {
    const asked = request.url();
    if (!asked.startsWith(url) && !/^(data|blob):/.test(asked)) strangers.push(asked);
  });
  const { email, token } = await register(url, 'Ada');
  if (isEmpty) await call(url, 'POST', 'project/', { name: 'New project' }, token);
  const { id, camera_views } = await call<ProjectBody>(url, 'GET', 'project/active/', null, token);
  if (!hasViews) {
    for (const { uuid } of camera_views) {
      await call(url, 'DELETE', `project/${id}/camera-views/${uuid}/`, null, token);
    }
  }
  if (renderSettings !== undefined) {
    await call(url, 'PATCH', `project/${id}/`, { render_settings: renderSettings }, token);
  }
  const story = { page, context, url, email, errors, strangers, close: () => browser.close() };
  await signIn(page, story);
  if (isEmpty) await page.locator('[data-model=""]').waitFor({ timeout: 300_000 });
  else await waitForAnyModel(page);
  return story;
}

/** Makes an account. */
export async function register(url: string, name: string): Promise<{ email: string; token: string }> {
  const email = `${randomUUID()}@example.com`;
  const person = { name, email, password: PASSWORD };
  const { access_token: token } = await call<SessionBody>(url, 'POST', 'users/register/', person);
  return { email, token };
}

async function call<Body>(
  url: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body: object | null,
  token: string | null = null,
): Promise<Body> {
  const headers: Record<string, string> = {};
  if (body !== null) headers['content-type'] = 'application/json';
  if (token !== null) headers.authorization = `Bearer ${token}`;
  const answer = await fetch(`${url}api/${path}`, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? null : await answer.json()) as Body;
}

/** Signs the person in on another device, in whichever language. */
export async function signIn(page: Page, { url, email }: Pick<Story, 'url' | 'email'>): Promise<void> {
  await page.goto(url);
  await enter(page, email);
}

/** Signs a person in on a page that asks who they are. */
export async function enter(page: Page, email: string): Promise<void> {
  // In whichever language it asks.
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
}
