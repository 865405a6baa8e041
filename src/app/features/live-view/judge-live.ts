import { seesStage } from '../../state/edit.ts';
import type { LiveWait } from '../../state/live.ts';
import type { AppState } from '../../state/state.ts';

/** What decides whether the stage can be traced now. */
export interface LiveFacts {
  readonly project: Pick<AppState['project'], 'status'> & {
    readonly settings: { readonly render_settings: { readonly auto_rotate: boolean } };
  };
  readonly stage: Pick<AppState['stage'], 'modelHash' | 'graphics' | 'toolbar' | 'isPlaying'> & {
    readonly load: object | null;
    readonly failed: object | null;
    readonly staged: object | null;
  };
  readonly progress: { readonly here: object | null };
  readonly shell: Pick<AppState['shell'], 'place'>;
  readonly edit: Parameters<typeof seesStage>[0];
}

/** What stands in the way of tracing what the stage shows; null: nothing but that it may still move. */
export function judgeLive({ project, stage, progress, shell, edit }: LiveFacts): LiveWait | null {
  if (shell.place === 'assets' || (shell.place === 'edit' && !seesStage(edit))) return 'stage';
  const isThere = project.status === 'ready' && stage.modelHash !== null && stage.graphics === 'ready';
  const isSettled = stage.load === null && stage.failed === null && stage.staged === null;
  if (!isThere || !isSettled) return 'model';
  // Their handles and strokes lie where the picture would.
  if (stage.toolbar === 'transform' || stage.toolbar === 'light-map') return 'tool';
  if (project.settings.render_settings.auto_rotate) return 'turntable';
  if (stage.isPlaying) return 'pose';
  if (progress.here !== null) return 'order';
  return null;
}
