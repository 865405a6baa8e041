import type { ShellState } from '../../state/state.ts';

/** What a step points at: `data-tour` of a control of the page. */
export type Target =
  | 'stage'
  | 'tools'
  | 'views'
  | 'materials'
  | 'scenery'
  | 'prompt'
  | 'render'
  | 'results'
  | 'places'
  | 'account';

/** One step of the tutorial. Its words stand under the same name in `texts/en/late/tutorial.ts`. */
export interface Step {
  readonly target: Target;
  /** Tab of the panel that must be open; on a page with a sheet, too. */
  readonly tab?: ShellState['panelTab'];
  readonly picture?: 'finished' | 'detail';
}

/** S1 9: ten of them. */
export const STEPS: readonly Step[] = [
  { target: 'stage', picture: 'finished' },
  { target: 'tools' },
  { target: 'views' },
  { target: 'materials', tab: 'materials' },
  { target: 'scenery', tab: 'background' },
  { target: 'prompt' },
  { target: 'render' },
  { target: 'results', picture: 'detail' },
  { target: 'places' },
  { target: 'account' },
];
