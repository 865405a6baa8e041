import { AppError, type Failure } from '../../../contract/failure.ts';
import type { FailedLoad } from '../../state/stage.ts';
import { describeError, describeFailure } from '../../texts/describe-failure.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** The sentence for a file that could not be opened: it names the file and the reason (S2 8), or its format (D3). */
export function describeLoadError(texts: Texts, name: string, error: unknown): string {
  if (!(error instanceof AppError)) return texts.t.models.fileFailed(name, describeError(texts, error));
  const { failure } = error;
  if (failure.code === 'file-format-unsupported') return texts.t.models.formatUnsupported;
  return namesFile(failure)
    ? describeFailure(texts, failure)
    : texts.t.models.fileFailed(name, reasonOf(texts, failure));
}

/**
 * The sentence for the project's model (S2 8): from this device as for a file, else as for an address; an address that
 * gave nothing is named, without what signs it and with the beginning of a hash.
 */
export function describeStageFailure(
  texts: Texts,
  { name, failure, isUnfetched, address }: FailedLoad,
): string {
  const { models } = texts.t;
  if (!isUnfetched && address === null) return describeLoadError(texts, name, new AppError(failure));
  if (address === null && failure.code === 'not-found') return models.nowhere;
  const reason = reasonOf(texts, failure);
  return isUnfetched && address !== null
    ? models.fetchFailedFrom(shorten(address), reason)
    : models.fetchFailed(reason);
}

function shorten(address: string): string {
  return address.replace(/[?#].*$/s, '').replaceAll(/([0-9a-f]{8})[0-9a-f]{56}/g, '$1…');
}

function namesFile({ code }: Failure): boolean {
  return code === 'file-empty' || code === 'file-too-large' || code === 'model-incomplete';
}

function reasonOf(texts: Texts, failure: Failure): string {
  const { unreadable, tooComplex } = texts.t.models;
  if (failure.code === 'model-unreadable') return unreadable[failure.reason] ?? unreadable['data-damaged'];
  if (failure.code === 'model-too-complex') return tooComplex[failure.reason] ?? tooComplex.elements;
  return describeFailure(texts, failure);
}
