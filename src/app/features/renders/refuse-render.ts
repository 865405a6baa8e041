import type { AppState } from '../../state.ts';

/** Why the render button may not be pressed now; each has its sentence in the catalogue under `order`. */
export type Refusal = 'noModel' | 'loading' | 'notSignedIn' | 'noProject' | 'transforming';

/** The reason that stands in the way first, null when a render can be ordered (S3 4, S3 5). */
export function refuseRender(state: {
  readonly account: Pick<AppState['account'], 'status'>;
  readonly project: Pick<AppState['project'], 'status' | 'key'>;
  readonly stage: Pick<AppState['stage'], 'modelHash' | 'load' | 'graphics' | 'toolbar'>;
}): Refusal | null {
  if (state.account.status !== 'signed-in') return 'notSignedIn';
  if (
    state.stage.load !== null ||
    state.project.status === 'loading' ||
    state.stage.graphics === 'starting' ||
    state.stage.graphics === 'lost'
  ) {
    return 'loading';
  }
  if (state.project.key === null) return 'noProject';
  if (state.stage.modelHash === null) return 'noModel';
  if (state.stage.toolbar === 'transform') return 'transforming';
  return null;
}
