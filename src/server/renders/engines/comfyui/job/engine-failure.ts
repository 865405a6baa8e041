import { AppError } from '../../../../../contract/failure.ts';

/** What a server sends is not what a person handed us: its failures are the engine's. */
export function toEngineFailure(error: unknown): never {
  if (!(error instanceof AppError) || error.failure.code === 'picture-work-failed') throw error;
  const reason = 'the AI server sent a picture that cannot be read';
  throw new AppError({ code: 'engine-failed', reason }, { cause: error });
}
