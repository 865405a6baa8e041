import { AppError, isFailure } from '../../contract/failure.ts';
import type { ModelReport } from '../../contract/model-report.ts';
import type { App } from '../core/app.ts';

/**
 * Has the viewer decode a model and draw it once where nobody sees it, so that a project is never given one that cannot
 * be shown. It waits in the viewer until it is shown. Without a stage nothing is drawn, and the stage says what it
 * finds when it opens.
 *
 * @returns Frees it in the viewer, for when it is not going to be shown.
 * @throws AppError `model-unreadable`; `model-too-complex` when the viewer breaks down over it; `graphics-unavailable`.
 *   An AbortError when cancelled.
 */
export async function proveModel(
  app: App,
  report: Pick<ModelReport, 'hash' | 'normalisation'>,
  glb: Blob,
  variant: string | null,
  signal: AbortSignal,
): Promise<() => void> {
  const { stage } = app.state;
  const viewer = app.viewer.current;
  signal.throwIfAborted();
  if (viewer === null || stage.modelHash === report.hash) return () => undefined;
  const id = app.outside.randomUuid();
  // A viewer that is gone holds nothing.
  const letGo = (): void => void viewer.api.letGo(id).catch(() => undefined);
  const drawing = viewer.api.prepare({
    id,
    hash: report.hash,
    glb,
    normalisation: report.normalisation,
    modelTransform: [],
    upAxis: 'Y_UP',
    hiddenNodes: [],
    variant,
  });
  try {
    await orAborted(drawing, signal);
    return letGo;
  } catch (error) {
    letGo();
    if (!isFailure(error, 'worker-crashed')) throw error;
    const details = 'the worker that draws ended while it drew the model';
    throw new AppError({ code: 'model-too-complex', reason: 'stopped-viewer', details }, { cause: error });
  }
}

/** A decoder cannot be stopped half-way, but need not be waited for. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
