import { type Browser, chromium } from 'playwright';

/**
 * Chromium with software WebGL, as every machine has it. Its people know the product: nobody offers them the tutorial.
 *
 * @param isNew True for somebody who is offered it.
 */
export async function openBrowser(isNew = false): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set: run the tests by `npm test`.');
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      // Composed by WebGL in software, the page around the stage costs as much as the stage.
      '--disable-gpu-compositing',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  return isNew ? browser : knowTutorial(browser);
}

/** Every page says that its person does not want to be asked, whoever that is (features/tutorial/tutorial-progress.ts). */
function knowTutorial(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    await context.addInitScript(() => {
      const read = Storage.prototype.getItem;
      Storage.prototype.getItem = function (key) {
        return key.startsWith('vitrine_tutorial_never_') ? '1' : read.call(this, key);
      };
    });
    return context;
  };
  return browser;
}
