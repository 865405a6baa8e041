import type { App } from '../../core/app.ts';
import { isPainted } from '../../state/light-map.ts';
import { addStep } from './add-step.ts';

/** Empties the shown sketch, as a step that can be undone. */
export async function clearSketch(app: App): Promise<void> {
  if (!isPainted(app.state.lightMap.current)) return;
  await addStep(app, { id: app.outside.randomUuid(), kind: 'clear' });
}
