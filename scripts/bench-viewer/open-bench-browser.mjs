import { chromium } from 'playwright';
import { findChromium } from '../find-chromium.mjs';

/** A Chromium that draws in software, so that figures do not hang on a card, and does nothing by itself. */
export async function openBenchBrowser() {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('A Chromium is needed: set CHROMIUM_PATH, or install one.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
