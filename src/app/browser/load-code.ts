import { AppError } from '../../contract/failure.ts';

/**
 * Code that comes when it is first needed. What cannot be fetched is asked for again as anything else on the server.
 *
 * @param load Imports it.
 * @throws AppError `server-unreachable`.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    throw new AppError({ code: 'server-unreachable' }, { cause });
  }
}

/** Milliseconds after which code that did not come is asked for again. */
const AGAIN_MS = 5_000;

/** Code that the page cannot do without, and that nobody would ask for again: it is asked for until it comes. */
export async function untilLoaded<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
