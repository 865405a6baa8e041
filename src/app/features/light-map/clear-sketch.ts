import type { App } from '../../app.ts';
import { addStep } from './add-step.ts';

/** Empties the shown sketch, as a step that can be undone. */
export async function clearSketch(app: App): Promise<void> {
  const { current } = app.state.lightMap;
  if (current === null || current.strokes === 0) return;
  await addStep(app, { id: app.outside.randomUuid(), kind: 'clear' });
}
