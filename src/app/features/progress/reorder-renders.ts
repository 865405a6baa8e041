import { AppError } from '../../../contract/failure.ts';
import { RenderPlacesBody } from '../../../contract/http/renders.ts';
import { RenderId } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import { systemQuery } from '../../core/render-queries.ts';
import { advanceLoader } from '../../state/loader-machine.ts';

/**
 * Has this person's waiting renders run in another sequence. They are shown so at once, and as the server says after it
 * answered.
 *
 * @throws AppError `not-found`, `server-unreachable`; they stay as they were then.
 */
export async function reorderRenders(app: App, renderIds: readonly number[]): Promise<void> {
  const { progress } = app.state;
  const put = (places: readonly { readonly id: number; readonly place: number }[]): void => {
    for (const { id: renderId, place: queuePosition } of places) {
      const { enginesBusy } = progress.loader.jobs.find((job) => job.renderId === renderId) ?? {};
      const event = { kind: 'queued', renderId, queuePosition, enginesBusy: enginesBusy ?? null } as const;
      progress.loader = advanceLoader(progress.loader, event);
    }
  };
  const before = progress.loader.jobs.flatMap(({ renderId: id, queuePosition: place }) =>
    id !== null && place !== null && renderIds.includes(id) ? [{ id, place }] : [],
  );
  const places = before.map(({ place }) => place).sort((a, b) => a - b);
  put(renderIds.map((id, index) => ({ id, place: places[index] ?? index + 1 })));
  try {
    const ids = renderIds.map((id) => RenderId.parse(id));
    const answer = await app.server.call('/api/render/order/', RenderPlacesBody, {
      method: 'PATCH',
      body: { ids },
    });
    put(answer.map(({ id, queue_position: place }) => ({ id, place })));
  } catch (error) {
    put(before);
    // Somebody else may have changed them meanwhile.
    if (error instanceof AppError)
      void app.queries.invalidateQueries({ queryKey: systemQuery(app).queryKey });
    throw error;
  }
}
