import { chromium } from 'playwright';
import { CHROMIUM_SWITCHES } from '../chromium-switches.mjs';
import { findChromium } from '../find-chromium.mjs';

/**
 * A Chromium that draws in software, so that figures do not hang on a card, and does nothing by itself.
 *
 * @param options.isPage For figures of the page's own thread: WebGL in software does not compose the page as well, which
 *   would take the processor from it in the middle of its tasks.
 */
export async function openBenchBrowser(options) {
  return chromium.launch(await describeLaunch(options));
}

/** The same on a profile that is on the disk: without one, what a page keeps stays in memory. @param folder Of the profile. */
export async function openBenchProfile(folder, options) {
  return chromium.launchPersistentContext(folder, await describeLaunch(options));
}

async function describeLaunch({ isPage = false } = {}) {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('A Chromium is needed: set CHROMIUM_PATH, or install one.');
  return {
    executablePath,
    args: isPage ? [...CHROMIUM_SWITCHES, '--disable-gpu-compositing'] : [...CHROMIUM_SWITCHES],
  };
}
