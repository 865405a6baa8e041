import { AppError } from '../../../contract/failure.ts';
import type { ProjectBody } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import type { LostPart } from '../../data/db.ts';

/**
 * Brings here the bytes of another device's model that does not stand: once this device's own is saved, the server has no
 * address for them any more. Without them the model cannot be put back, all else can.
 *
 * @param body The project while it still names that model.
 */
export async function keepLostModel(
  { storage, server }: Pick<App, 'storage' | 'server'>,
  { model_hash: hash, model_glb_url: address }: ProjectBody,
  lost: readonly LostPart[],
): Promise<void> {
  if (hash === null || address === null || !lost.some(({ value }) => value.model_hash === hash)) return;
  try {
    if ((await storage.get(hash)) === null) await storage.put(hash, await server.file(address));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
