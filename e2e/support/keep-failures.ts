import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import type { RunnerTask, RunnerTestSuite } from 'vitest';

/** Where pictures and traces of failed stories go; `npm test` names it and empties it. */
const FOLDER = join(import.meta.dirname, '../../test-results');

/** What the story at work has open, and the story itself. */
const open = new Set<BrowserContext>();
let story: Readonly<RunnerTestSuite> | null = null;

/** Notes what a story does in a context, without pictures, so that it costs next to nothing. Call it for a new one. */
export async function watchContext(context: BrowserContext): Promise<void> {
  await context.tracing.start({ screenshots: false, snapshots: false });
  await context.tracing.startChunk();
  open.add(context);
}

/** Call it before a context is closed: where what a story begins with has failed, no test of it ran, and nobody else looks. */
export async function leaveContext(context: BrowserContext): Promise<void> {
  if (!open.delete(context) || story === null) return;
  if (story.result?.state === 'fail') await keep('before its tests', context);
}

async function keep(title: string, context: BrowserContext): Promise<void> {
  const name = title.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80);
  const folder = join(FOLDER, basename(story?.name ?? '', '.test.ts'), name);
  await mkdir(folder, { recursive: true });
  const number = [...context.browser()!.contexts()].indexOf(context) + 1;
  for (const [index, page] of context.pages().entries()) {
    // A page that hangs is worth no more waiting.
    const path = join(folder, `browser-${number}-page-${index + 1}.png`);
    await page.screenshot({ path, timeout: 10_000 }).catch(() => undefined);
  }
  const path = join(folder, `browser-${number}-trace.zip`);
  await context.tracing.stopChunk({ path }).catch(() => undefined);
  await context.tracing.startChunk().catch(() => undefined);
}

/** A picture of a page that no test knows, for whoever reads of its failure. @param name Of the file. */
export async function keepPage(page: Page, name: string): Promise<void> {
  const folder = join(FOLDER, basename(story?.name ?? '', '.test.ts'));
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), timeout: 10_000 }).catch(() => undefined);
}

/** Call it when a file begins. */
export function beginStory(suite: Readonly<RunnerTestSuite>): void {
  story = suite;
}

/** Call it behind every test. */
export async function keepFailed({ name, result }: Readonly<RunnerTask>): Promise<void> {
  if (result?.state !== 'fail') return;
  for (const context of open) await keep(name, context);
}
