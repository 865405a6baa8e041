import type { ComfyServer } from '../fleet/comfy-server.ts';
import type { PreparedImage } from '../graph/parts.ts';

/** What a picture is called on a server that has no other of this name. */
export function nameOf({ hash }: Pick<PreparedImage, 'hash'>): string {
  return `${hash}.png`;
}

/**
 * Brings pictures to a server that it does not have yet; equal ones once.
 *
 * @returns Names on the server by hash.
 * @throws ServerFault
 */
export async function sendImages(
  server: ComfyServer,
  images: readonly PreparedImage[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  for (const image of images) {
    if (server.uploads.has(image.hash)) continue;
    server.uploads.set(image.hash, await server.http.upload(nameOf(image), image.png, signal));
  }
  return new Map(images.map(({ hash }) => [hash, server.uploads.get(hash) ?? nameOf({ hash })]));
}
