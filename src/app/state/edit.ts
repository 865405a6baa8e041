import type { RenderId } from '../../contract/ids.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';

/** A picture whose recipe can be taken into the editor. */
export interface EditBase {
  /** Null for a picture that came as a file. */
  readonly renderId: RenderId | null;
  readonly title: string;
  /** Address of the picture; it may end, or belong to this page only. */
  readonly image: string;
  readonly recipe: RenderSpec;
  /** Which picture of the batch. */
  readonly imageIndex: number;
}

export interface EditState {
  /** What the editor started from; null: one is to be chosen. */
  base: EditBase | null;
  /** Its recipe has another model than the project: which one shall stand on the stage? */
  asked: EditBase | null;
  isStarting: boolean;
  /** Renders with a higher id were ordered since. */
  sinceId: number;
  /** The place of the picture shows the stage, where the view is chosen. */
  isStage: boolean;
  /** Another picture is being chosen. */
  isChoosing: boolean;
}

export function initialEdit(): EditState {
  return { base: null, asked: null, isStarting: false, sinceId: 0, isStage: false, isChoosing: false };
}

/** Whether the place to edit a picture shows the stage. */
export function seesStage({
  base,
  isStage,
  isChoosing,
}: Pick<EditState, 'isStage' | 'isChoosing'> & {
  readonly base: unknown;
}): boolean {
  return base !== null && isStage && !isChoosing;
}
