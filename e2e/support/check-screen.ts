import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { listForeign } from './one-language.ts';

/** axe and the other language find nothing on what is open. */
export async function checkScreen(page: Page, language: 'en' | 'es', screen: string): Promise<void> {
  // What others draw, as Google its button, is theirs.
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  expect(found, screen).toEqual([]);
  expect(await listForeign(page, language), screen).toEqual([]);
}
