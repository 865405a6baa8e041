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
