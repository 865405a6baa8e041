import { isAbort } from '../../../contract/failure.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import { despiteOutage } from '../../db/despite-outage.ts';
import { renders } from '../../db/schema/renders.ts';
import { findImages } from '../describe-render.ts';
import type { EngineContext, EngineEvent } from '../engines/engine.ts';
import { findEngine } from '../engines/find-engine.ts';
import type { RenderRow } from '../find-render.ts';
import { readPatiently } from '../orders/patient-store.ts';
import { isCurrent, Superseded } from './attempt.ts';
import { findMadeBefore } from './find-made-before.ts';
import type { RenderDeps } from './render-deps.ts';

/** Far above the longest step: one pass of 2048 x 2048 px, a whole picture's or a band's, takes 3 minutes on two busy cores. */
const STALL_MS = 20 * 60_000;
/** The engine gave up; `cause` says why. */
export class EngineFailure extends Error {}

async function createContext(
  deps: RenderDeps,
  render: RenderRow,
  signal: AbortSignal,
): Promise<EngineContext> {
  const [images, madeBefore] = await Promise.all([
    findImages(deps.db, [render.id]),
    findMadeBefore(deps.db, render),
  ]);
  return {
    madeBefore,
    readFile: (hash: ContentHash) => readPatiently(deps, hash, signal),
    handle: render.engineHandle,
    finished: new Set(images.map(({ batchIndex }) => batchIndex)),
    async keepHandle(engineHandle) {
      const keep = async () =>
        deps.db.update(renders).set({ engineHandle }).where(isCurrent(render)).returning({ id: renders.id });
      // No job is begun that nobody would find again. Whoever hears of the engine's progress ends what lasts too long.
      const kept = await despiteOutage(keep, Number.POSITIVE_INFINITY, signal);
      if (kept.length === 0) throw new Superseded();
    },
  };
}

/** The engine's events; an engine's own failure comes out as {@link EngineFailure}, anything else as it is. */
export async function* followEngine(
  deps: RenderDeps,
  render: RenderRow,
  signal: AbortSignal,
): AsyncGenerator<EngineEvent> {
  const stalled = new AbortController();
  const either = AbortSignal.any([signal, stalled.signal]);
  const context = await createContext(deps, render, either);
  const events = findEngine(deps.engines, render.engine).run(render.recipe, context, either);
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = setTimeout(() => stalled.abort(), deps.stallMs ?? STALL_MS);
      const next = iterator.next().finally(() => clearTimeout(timer));
      const step = await next.catch((error: unknown) => {
        throw (isAbort(error) && signal.aborted) || error instanceof Superseded
          ? error
          : new EngineFailure('the engine failed', { cause: error });
      });
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    await iterator.return?.();
  }
}
