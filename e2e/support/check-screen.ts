import type { Page } from 'playwright';
import { expect } from 'vitest';
import { listViolations } from './list-violations.ts';
import { listForeign } from './one-language.ts';

/** axe and the other language find nothing on what is open. */
export async function checkScreen(page: Page, language: 'en' | 'es', screen: string): Promise<void> {
  expect(await listViolations(page), screen).toEqual([]);
  expect(await listForeign(page, language), screen).toEqual([]);
}
