import type { Locator } from 'playwright';

/**
 * Presses what asks again for something that did not come, and resolves when it is there. The page may ask by itself
 * before that, as it does when it finds its server: nobody has to press then.
 */
export async function tryAgain(button: Locator, wanted: Locator): Promise<void> {
  const pressed = button.press('Enter').catch(() => undefined);
  await wanted.waitFor();
  await Promise.race([pressed, button.waitFor({ state: 'detached' })]);
}
