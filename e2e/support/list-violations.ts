import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/**
 * What axe finds wrong, a line each. Asked for that alone, it names no element that is right; and in its legacy mode it
 * needs no second page to put frames together, which no page of ours has itself.
 *
 * @param part A selector; the whole page without one.
 */
export async function listViolations(page: Page, part = 'html'): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  // What others draw, as Google its button, is theirs.
  const { violations } = await builder.include(part).exclude('iframe').analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
