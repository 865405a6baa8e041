import type { Page } from 'playwright';

/** What names the page's person in a call that a test makes itself. */
export async function authorizationOf(page: Page): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('access_token'))}` };
}

/** What the server has for the page's person. @param path Behind `/api/`. */
export async function askAs<Body>(page: Page, path: string): Promise<Body> {
  const address = new URL(`/api/${path}`, page.url()).href;
  const answer = await page.request.get(address, { headers: await authorizationOf(page) });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Body;
}
