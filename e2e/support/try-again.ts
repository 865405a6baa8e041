import type { Locator } from 'playwright';

/** Longer than the page waits for an answer before it says that none came (features/billing/ask-briefly.ts). */
const ANSWER_MS = 20_000;
/** As often as somebody would press who sees it say so again. */
const MOST = 10;

/**
 * Presses what asks again for something that did not come, and once more where a slow machine did not bring it in time
 * either; resolves when it is there. The page may ask by itself before that, as it does when it finds its server: nobody has
 * to press then.
 */
export async function tryAgain(button: Locator, wanted: Locator): Promise<void> {
  for (let left = MOST; left > 0; left--) {
    const pressed = button.press('Enter').catch(() => undefined);
    const isThere = await wanted.waitFor(left > 1 ? { timeout: ANSWER_MS } : {}).then(
      () => true,
      (error: unknown) => {
        if (left === 1) throw error;
        return false;
      },
    );
    await Promise.race([pressed, button.waitFor({ state: 'detached' })]);
    if (isThere) return;
  }
}
