import type { Page } from 'playwright';

/**
 * Opens a section of the panel, and resolves when it stands open. Until it can be pressed nobody knows whether it opens
 * by itself with its project, and a press would close it then.
 *
 * @param title As the page's language has it.
 */
export async function openSection(page: Page, title: string): Promise<void> {
  const header = page.getByRole('button', { name: new RegExp(`^${title}`) });
  await header.and(page.locator(':enabled')).waitFor();
  if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
  await header.and(page.locator('[aria-expanded=true]')).waitFor();
}
