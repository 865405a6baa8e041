import type { Locator } from 'playwright';
import { expect } from 'vitest';

/**
 * Presses Enter on something once it holds the focus: a window that went gives the focus back a frame later, and a key
 * pressed in between would hit what opened that window.
 */
export async function pressEnter(button: Locator): Promise<void> {
  const holdsFocus = async (): Promise<boolean> => {
    await button.focus();
    return button.evaluate(
      (element) =>
        new Promise<boolean>((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => resolve(document.activeElement === element)),
          ),
        ),
    );
  };
  await expect.poll(holdsFocus).toBe(true);
  await button.page().keyboard.press('Enter');
}
