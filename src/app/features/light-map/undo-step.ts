import type { App } from '../../core/app.ts';
import type { SketchRow, SketchStep } from '../../values/sketch.ts';

type Steps = Pick<SketchRow, 'steps' | 'undone'>;
/** The step that is moved, and the sketch then. */
type Moved = Steps & { readonly step: SketchStep };

/** Takes the last stroke of the shown sketch back, or the last clearing. */
export function undoStep(app: App): Promise<void> {
  return change(app, ({ steps, undone }) => {
    const last = steps.at(-1);
    return last === undefined ? null : { step: last, steps: steps.slice(0, -1), undone: [...undone, last] };
  });
}

/** Does again what {@link undoStep} took back. */
export function redoStep(app: App): Promise<void> {
  return change(app, ({ steps, undone }) => {
    const last = undone.at(-1);
    return last === undefined ? null : { step: last, steps: [...steps, last], undone: undone.slice(0, -1) };
  });
}

async function change(app: App, next: (row: Steps) => Moved | null): Promise<void> {
  const { current } = app.state.lightMap;
  if (current === null) return;
  await app.db.write(async () => {
    const row = await app.db.sketches.get(current.id);
    const changed = row === undefined ? null : next(row);
    if (row === undefined || changed === null) return;
    const { step, ...steps } = changed;
    const updatedAt = Math.max(app.outside.now(), row.updatedAt + 1);
    await app.db.sketches.put({ ...row, ...steps, pictureHash: null, updatedAt });
    app.state.lightMap.touched.push(step.id);
  });
}
