import type { Failure } from '../../contract/failure.ts';
import { failureOfStatus } from './read-failure.ts';

const MAX_WORDS = 200;

/**
 * The failure of an error answer that is not our server's: of a store of files, or of what stands between. A status
 * that has no sentence of its own stands with the answer's own words (S2 8); those of a page of HTML are its status'.
 */
export async function readForeignFailure(response: Response): Promise<Failure> {
  const { status, statusText, headers } = response;
  const failure = failureOfStatus(response);
  if (failure.code !== 'server-failed') return failure;
  const isPage = headers.get('content-type')?.includes('html') === true;
  const words = isPage ? '' : await response.text().catch(() => '');
  const body = (words.replaceAll(/\s+/g, ' ').trim() || statusText).slice(0, MAX_WORDS);
  return { code: 'http-error', status, body };
}
