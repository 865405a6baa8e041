import type { Browser, Locator, Page } from 'playwright';
import { checkScreen } from './check-screen.ts';
import type { GuardedProduct } from './guarded-product.ts';
import { TEXTS } from './one-language.ts';

/** The studio loads its stage after a sign-in, on a busy machine. */
export const PATIENCE = { timeout: 300_000 };
const t = TEXTS.en;

/** Somebody in front of a guarded product, and what they do there again and again. */
export interface GuardedPerson {
  readonly page: Page;
  /** What the page threw. A story ends by expecting none. */
  readonly errors: readonly string[];
  /** The address under another origin than the one it was made for is the same page. */
  here(link: string): string;
  /** axe and the other language find nothing on what is open. */
  check(screen: string): Promise<void>;
  account(): Locator;
  bell(): Locator;
  pill(credits: string): Locator;
  /** In the studio, with nothing over it. */
  arrive(): Promise<void>;
  /** Presses what leads to the card's page, pays there, and comes back. */
  payFor(button: Locator): Promise<void>;
  choose(item: string): Promise<void>;
  leave(): Promise<void>;
}

export async function openGuardedPerson(browser: Browser, product: GuardedProduct): Promise<GuardedPerson> {
  const context = await browser.newContext({
    viewport: { width: 900, height: 640 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  // Where a card is asked for is the provider's.
  await context.route(/\/(checkout|invoice)\.example\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Pay</title>' }),
  );
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const account = () => page.getByRole('button', { name: 'Account', exact: true });
  const choose = async (item: string): Promise<void> => {
    await account().click();
    await page.getByRole('menuitem', { name: item }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  };
  return {
    page,
    errors,
    account,
    choose,
    here: (link) => link.replace(/^https?:\/\/[^/]+\//, product.url),
    check: (screen) => checkScreen(page, 'en', screen),
    bell: () => page.getByRole('banner').getByRole('button', { name: /^Notifications/ }),
    pill: (credits) =>
      page.getByRole('button', { name: `${t.shell.credits(credits)}, ${t.shell.buyCredits}` }),
    async arrive() {
      await account().waitFor(PATIENCE);
      await page.locator('[data-model]:not([data-model=""])').waitFor(PATIENCE);
    },
    async payFor(button) {
      await button.click();
      await page.waitForURL(/checkout\.example/, PATIENCE);
      const session = (await product.stripe.things('checkout.session')).at(-1);
      await product.stripe.does('complete', { id: session?.id ?? '' });
      await product.tellPayments();
      await page.goto(session?.success_url);
    },
    async leave() {
      await choose('Sign Out');
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    },
  };
}
