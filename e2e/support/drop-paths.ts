import type { Page } from 'playwright';

/** Drops files and folders of this machine on the middle of the page, as its file manager does. */
export async function dropPaths(page: Page, paths: readonly string[]): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await client.send('Input.dispatchDragEvent', { type, x: width / 3, y: height / 2, data });
  }
  await client.detach();
}
