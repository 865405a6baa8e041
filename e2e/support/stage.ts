import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Page } from 'playwright';

/** Drops a file on the stage as a person does it with the mouse. */
export function dropFile(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  return dropFiles(page, [[basename(name), bytes]]);
}

/** Drops several files at once, by their names. @param place Where, in CSS pixels of the window. */
export async function dropFiles(
  page: Page,
  files: readonly (readonly [string, Uint8Array])[],
  [clientX, clientY]: readonly [number, number] = [0, 0],
): Promise<void> {
  const encoded = files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')] as const);
  const transfer = await page.evaluateHandle(async (list) => {
    const dataTransfer = new DataTransfer();
    for (const [name, base64] of list) {
      const answer = await fetch(`data:application/octet-stream;base64,${base64}`).catch(() => null);
      const data = answer
        ? await answer.arrayBuffer()
        : Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer;
      dataTransfer.items.add(new File([data], name));
    }
    return dataTransfer;
  }, encoded);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer, clientX, clientY });
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Resolves when the stage draws this model. */
export async function waitForModel(page: Page, hash: string): Promise<void> {
  await page.locator(`[data-model="${hash}"]`).waitFor({ timeout: 300_000 });
}

/** Resolves when the stage draws any model, with its hash. */
export async function waitForAnyModel(page: Page): Promise<string> {
  const stage = page.locator('[data-model]:not([data-model=""])');
  await stage.waitFor({ timeout: 300_000 });
  return (await stage.getAttribute('data-model')) ?? '';
}
