import { isLargePicture } from '../../../contract/camera/picture-frame.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import { isAway, type Service } from '../../core/judge-service.ts';
import type { AppState } from '../../state/state.ts';

/** Why the render button may not be pressed now; each has its sentence in the catalogue under `order`. */
export type Refusal =
  | 'noModel'
  | 'modelFailed'
  | 'loading'
  | 'notSignedIn'
  | 'noProject'
  | 'transforming'
  | 'largeForAi'
  | 'largeLayers';

/** Everything the render button depends on. */
export interface ButtonFacts {
  readonly account: Pick<AppState['account'], 'status'>;
  readonly project: Pick<AppState['project'], 'status' | 'key'>;
  readonly stage: Pick<AppState['stage'], 'modelHash' | 'load' | 'graphics' | 'toolbar'> & {
    readonly failed: object | null;
  };
  /** What it does now. */
  readonly button: AppState['order']['button'];
  readonly service: Service;
  readonly plan: { readonly engine: string | null; readonly isMissing: boolean };
  /** The order is drawn on this device, which needs no server and no yes. */
  readonly isHere?: boolean;
  /** Of the pictures to come. */
  readonly look: Pick<ProjectSettings['render_settings'], 'width' | 'height' | 'keep_layers'>;
}

/** The render button as it stands. */
export interface ButtonState {
  /** Key of its label in the catalogue under `order`. */
  readonly label: 'render' | 'renderAi' | 'preparing' | 'sending';
  readonly isBusy: boolean;
  /** Null when a render can be ordered. */
  readonly refusal: Refusal | null;
  /** What a press does: order, have this device draw, ask first, say why not, or nothing while it is at work. */
  readonly press: 'order' | 'draw-here' | 'ask-offline' | 'ask-studio' | 'refuse' | 'nothing';
}

/** The whole of S3 4 "Render button": label, whether it is in reach, and what a press does. */
export function judgeButton(facts: ButtonFacts): ButtonState {
  const { button, service, plan } = facts;
  const refusal = refuseRender(facts);
  const isBusy = button !== 'ready';
  const asked =
    facts.isHere === true
      ? 'draw-here'
      : isAway(service)
        ? 'ask-offline'
        : plan.isMissing
          ? 'ask-studio'
          : 'order';
  return {
    label: button === 'ready' ? nameOrder(facts) : button,
    isBusy,
    refusal,
    press: isBusy ? 'nothing' : refusal === null ? asked : 'refuse',
  };
}

/** "Render with AI" where an AI engine is connected and chosen (L7). */
function nameOrder({ plan, service }: Pick<ButtonFacts, 'plan' | 'service'>): 'render' | 'renderAi' {
  const isThere = service === 'ai' || service === 'ai-busy';
  return plan.engine === 'comfyui' && isThere ? 'renderAi' : 'render';
}

/** The reason that stands in the way first, null when a render can be ordered (S3 4, S3 5). */
function refuseRender({ account, project, stage, service, plan, look }: ButtonFacts): Refusal | null {
  if (account.status !== 'signed-in' || service === 'signed-out') return 'notSignedIn';
  if (stage.load !== null || project.status === 'loading' || stage.graphics !== 'ready') return 'loading';
  if (project.key === null) return 'noProject';
  if (stage.failed !== null) return 'modelFailed';
  if (stage.modelHash === null) return 'noModel';
  if (stage.toolbar === 'transform') return 'transforming';
  return judgeSize(look, plan.engine);
}

/** Large pictures are Studio's, and have no layers. */
export function judgeSize(
  { width, height, keep_layers: keepsLayers }: ButtonFacts['look'],
  engine: string | null,
): 'largeForAi' | 'largeLayers' | null {
  if (!isLargePicture(width, height)) return null;
  if (engine === 'comfyui') return 'largeForAi';
  return keepsLayers ? 'largeLayers' : null;
}
