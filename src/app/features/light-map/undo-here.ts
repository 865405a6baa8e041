import type { App } from '../../core/app.ts';
import { hasOwnSteps } from '../../state/light-map.ts';
import { guardSketch } from './guard-sketch.ts';
import { redoStep, undoStep } from './undo-step.ts';

/** Takes back what was done last, for keys and buttons alike: a stroke while the light-map tool is open, else an edit. */
export function undoHere(app: App): void {
  if (hasOwnSteps(app.state.stage)) guardSketch(app, undoStep(app));
  else app.commands.undo();
}

/** Does again what {@link undoHere} took back. */
export function redoHere(app: App): void {
  if (hasOwnSteps(app.state.stage)) guardSketch(app, redoStep(app));
  else app.commands.redo();
}
