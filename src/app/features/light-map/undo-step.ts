import type { App } from '../../core/app.ts';
import type { SketchRow } from '../../values/sketch.ts';

type Steps = Pick<SketchRow, 'steps' | 'undone'>;

/** Takes the last stroke of the shown sketch back, or the last clearing. */
export function undoStep(app: App): Promise<void> {
  return change(app, ({ steps, undone }) => {
    const last = steps.at(-1);
    return last === undefined ? null : { steps: steps.slice(0, -1), undone: [...undone, last] };
  });
}

/** Does again what {@link undoStep} took back. */
export function redoStep(app: App): Promise<void> {
  return change(app, ({ steps, undone }) => {
    const last = undone.at(-1);
    return last === undefined ? null : { steps: [...steps, last], undone: undone.slice(0, -1) };
  });
}

async function change(app: App, next: (row: Steps) => Steps | null): Promise<void> {
  const { current } = app.state.lightMap;
  if (current === null) return;
  await app.db.write(async () => {
    const row = await app.db.sketches.get(current.id);
    const changed = row === undefined ? null : next(row);
    if (row === undefined || changed === null) return;
    const updatedAt = Math.max(app.outside.now(), row.updatedAt + 1);
    await app.db.sketches.put({ ...row, ...changed, pictureHash: null, updatedAt });
  });
}
