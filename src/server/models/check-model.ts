import { AppError } from '../../contract/failure.ts';
import type { StoredBytes } from '../storage/storage.ts';
import type { ArrivalDeps } from './bring-model.ts';
import type { ModelInspector } from './inspect-model.ts';

/** What taking a model needs. */
export interface ModelDeps extends ArrivalDeps {
  readonly models: ModelInspector;
}

/**
 * Checks stored bytes that are to become somebody's model.
 *
 * @param sha256 What the sender says their hash is.
 * @throws AppError `upload-hash-mismatch`; `file-empty`, `model-unreadable`, `model-too-complex`.
 */
export async function checkModel(
  { models }: Pick<ModelDeps, 'models'>,
  stored: StoredBytes,
  sha256: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (sha256 !== undefined && sha256 !== stored.hash) throw new AppError({ code: 'upload-hash-mismatch' });
  await models.check(stored.hash, signal);
}
