import type { Locator } from 'playwright';

/** Whether something reaches into something else, both of which are to be seen. */
export async function liesOn(upper: Locator, lower: Locator): Promise<boolean> {
  await upper.waitFor();
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
  if (above === null || below === null) throw new Error('Both are to be seen.');
  const isBeside = above.x >= below.x + below.width || below.x >= above.x + above.width;
  return !isBeside && above.y < below.y + below.height && below.y < above.y + above.height;
}
