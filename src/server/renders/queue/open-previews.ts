import type { FastifyBaseLogger } from 'fastify';
import { isAbort } from '../../../contract/failure.ts';
import type { Db } from '../../db/database.ts';
import type { PictureWorkers } from '../../images/pictures.ts';
import type { EngineEvent } from '../engines/engine.ts';
import type { RenderRow } from '../find-render.ts';
import { writePreview } from './write-progress.ts';

type Preview = Extract<EngineEvent, { kind: 'preview' }>;

/** Previews of one attempt at an order, shown beside its making. */
export interface Previews {
  /** Stores a preview as soon as possible; only the newest waiting one is kept. A failure only loses that preview. */
  push(preview: Preview): void;
  /** Shows none of those that were pushed any more, once it resolves. */
  drop(): Promise<void>;
}

/** Previews that hold up no picture: what draws them has others to serve first. */
export function openPreviews(
  deps: { readonly db: Db; readonly pictures: PictureWorkers; readonly logger: FastifyBaseLogger },
  render: RenderRow,
): Previews {
  let newest: Preview | null = null;
  let showing: Promise<void> | null = null;
  let dropping = new AbortController();

  const showAll = async (): Promise<void> => {
    const { signal } = dropping;
    for (let preview = newest; preview !== null; preview = newest) {
      newest = null;
      try {
        await writePreview(deps, render, preview, signal);
      } catch (error) {
        if (isAbort(error)) return;
        deps.logger.warn({ err: error, renderId: render.id }, 'a preview was not made');
      }
    }
  };
  return {
    push(preview) {
      newest = preview;
      showing ??= showAll().finally(() => {
        showing = null;
      });
    },
    async drop() {
      newest = null;
      dropping.abort();
      await showing;
      dropping = new AbortController();
    },
  };
}
