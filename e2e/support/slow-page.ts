import type { BrowserContext } from 'playwright';

/** How many times slower than this machine every page is: `SLOW_PAGES=8 npm test e2e/x`. It shows races that a quick one hides. */
const RATE = Number(process.env.SLOW_PAGES ?? 1);

/** Slows the pages of a context down, also those that it opens later. Their workers stay as fast as they are. */
export function slowDown(context: BrowserContext): void {
  if (RATE === 1) return;
  context.on('page', async (page) => {
    const session = await context.newCDPSession(page).catch(() => null);
    await session?.send('Emulation.setCPUThrottlingRate', { rate: RATE }).catch(() => {});
  });
}
