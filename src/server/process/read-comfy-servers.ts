import type { ServerPlace } from '../renders/engines/comfyui/comfyui.ts';
import { SetupError } from './setup-error.ts';

/** Where ComfyUI listens when nobody has told it otherwise. */
const COMFY_LOCAL = 'http://127.0.0.1:8188';

/**
 * The servers of COMFY_URLS with the headers that COMFY_HEADERS names for them.
 *
 * @throws SetupError for headers of an address that is not among them.
 */
export function readComfyServers(
  urls: 'off' | readonly string[],
  headersByUrl: Readonly<Record<string, Record<string, string>>>,
): ServerPlace[] {
  if (urls === 'off') return [];
  const isExpected = urls.length > 0;
  const wanted = new Map((isExpected ? urls : [COMFY_LOCAL]).map((text) => [addressOf(text), text]));
  const headers = new Map(Object.entries(headersByUrl).map(([text, own]) => [addressOf(text), own]));
  for (const href of headers.keys()) {
    if (!wanted.has(href)) throw new SetupError('COMFY_HEADERS names an address that COMFY_URLS does not.');
  }
  return [...wanted].map(([href, text]) => ({ url: text, headers: headers.get(href) ?? {}, isExpected }));
}

/** The same for an address with and without a slash at its end. */
export function addressOf(text: string): string {
  return new URL(text).href.replace(/\/+$/, '');
}
