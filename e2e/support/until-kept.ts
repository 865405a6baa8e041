import type { Page } from 'playwright';

/** Resolves when what was done lies on the device. A narrow bar has no room for the words, which are read out all the same. */
export function untilKept(page: Page): Promise<void> {
  return page.getByText('Saved on this device', { exact: true }).waitFor({ state: 'attached' });
}
