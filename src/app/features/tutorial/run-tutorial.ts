import type { App } from '../../core/app.ts';
import { STEPS } from './steps.ts';
import { keepProgress, readProgress, type TutorialProgress } from './tutorial-progress.ts';

type Guided = Pick<App, 'state' | 'outside'>;

/** Opens the tutorial where the person left it, or at its beginning once it is done. */
export function openTutorial(app: Guided): void {
  const { completed, currentStep } = read(app);
  app.state.shell.modal = null;
  goToStep(app, completed ? 1 : currentStep);
}

/** Shows a step, with what it points at in sight, and keeps how far the person is. Beyond either end nothing happens. */
export function goToStep(app: Guided, step: number): void {
  const wanted = STEPS[step - 1];
  if (wanted === undefined) return;
  const { shell, tutorial } = app.state;
  shell.place = 'create';
  if (wanted.tab !== undefined) shell.panelTab = wanted.tab;
  tutorial.step = step;
  keep(app, { currentStep: step, started: true });
}

/** Hides it; it goes on there another time (B12). */
export function closeTutorial(app: Guided): void {
  app.state.tutorial.step = null;
}

/** Hides it for good: it is not offered again. */
export function skipTutorial(app: Guided): void {
  keep(app, { skipped: true });
  closeTutorial(app);
}

/** The end of it. */
export function completeTutorial(app: Guided): void {
  keep(app, { completed: true, completedAt: app.outside.now() });
  closeTutorial(app);
  app.state.tutorial.hasEnded = true;
}

function read(app: Guided): TutorialProgress {
  return readProgress(app.outside, app.state.account.userId ?? 0);
}

function keep(app: Guided, change: Partial<TutorialProgress>): void {
  const progress = { ...read(app), ...change, lastAccessed: app.outside.now() };
  keepProgress(app.outside, app.state.account.userId ?? 0, progress);
}
