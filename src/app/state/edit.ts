import type { RenderBody } from '../../contract/http/renders.ts';
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
  /** Renders of the server with a higher id were ordered since. */
  sinceId: number;
  /** Orders that this device had drawn, or was to draw, by then; `at` in milliseconds since the epoch. */
  drawnBefore: readonly { readonly key: string; readonly at: number }[];
  /** The place of the picture shows the stage, where the view is chosen. */
  isStage: boolean;
  /** Another picture is being chosen. */
  isChoosing: boolean;
}

export function initialEdit(): EditState {
  return {
    base: null,
    asked: null,
    isStarting: false,
    sinceId: 0,
    drawnBefore: [],
    isStage: false,
    isChoosing: false,
  };
}

/** Lets go of what the editor started from, and of all that belongs to it. */
export function dropBase(edit: EditState): void {
  const { isStarting } = edit;
  dropAddress(edit.base, null);
  Object.assign(edit, { ...initialEdit(), isStarting });
}

/**
 * Of a picture that came as a file the editor alone has the address; that of one which this device drew is shown elsewhere, too.
 *
 * @param next What takes its place.
 */
export function dropAddress(base: EditBase | null, next: EditBase | null): void {
  if (base !== null && base.renderId === null && base.image !== next?.image) URL.revokeObjectURL(base.image);
}

/**
 * Whether a render was ordered since the editor started. No clock is asked: this device's and the server's may differ.
 *
 * @param key Of the order, where this device drew it and knows that; else the time of the order stands for it.
 */
export function isOrderedSince(
  {
    id,
    made_on_device: isDrawnHere,
    created_at: createdAt,
  }: Pick<RenderBody, 'id' | 'made_on_device' | 'created_at'>,
  { sinceId, drawnBefore }: Pick<EditState, 'sinceId' | 'drawnBefore'>,
  key: string | null,
): boolean {
  const isSame = (one: EditState['drawnBefore'][number]): boolean =>
    key === null ? one.at === Date.parse(createdAt) : one.key === key;
  if (isDrawnHere && drawnBefore.some(isSame)) return false;
  return id < 0 || id > sinceId;
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
