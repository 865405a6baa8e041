import { BRUSH } from '../../contract/constants.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import type { StageState } from './stage.ts';

/** The light-map brush, and which sketches there are. Strokes are in `db.sketches`. */
export interface LightMapState {
  /** 1 to 100, see `BRUSH`. */
  size: number;
  /** 0 to 1. */
  opacity: number;
  /** `#rrggbb`. */
  colour: string;
  isEraser: boolean;
  /** The sketch of the view that the stage shows, null where nothing was painted yet. */
  current: SketchFacts | null;
  /** The newest sketch, while the stage shows a view without one. */
  elsewhere: { readonly id: string; readonly pose: CameraPose } | null;
  /** The camera is on its way: a sketch would lie over another picture. */
  isCameraMoving: boolean;
  /** The tool is open, or it was closed and what was painted with it is not kept yet. */
  isKeeping: boolean;
  /** Ids of the steps that were painted, taken back or brought back since the tool was opened last. */
  touched: string[];
  /** The person has put the note about `elsewhere` away. */
  isNoteHidden: boolean;
  /** When the person was last told why the camera rests, milliseconds since the epoch. */
  toldHeldAt: number;
}

export interface SketchFacts {
  readonly id: string;
  /** Strokes that are left since it was last cleared. */
  readonly strokes: number;
  /** There is light of a recipe under them. */
  readonly hasPicture: boolean;
  readonly undoable: number;
  readonly redoable: number;
}

/** There is something on a sketch. */
export function isPainted(facts: SketchFacts | null): facts is SketchFacts {
  return facts !== null && (facts.strokes > 0 || facts.hasPicture);
}

/** While the tool is open, undo and redo are of what is painted with it: edits of the project wait until it is closed. */
export function hasOwnSteps({ toolbar }: Pick<StageState, 'toolbar'>): boolean {
  return toolbar === 'light-map';
}

export function initialLightMap(): LightMapState {
  return {
    size: BRUSH.size.default,
    opacity: BRUSH.opacity,
    colour: BRUSH.colour,
    isEraser: false,
    current: null,
    elsewhere: null,
    isCameraMoving: false,
    isKeeping: false,
    touched: [],
    isNoteHidden: false,
    toldHeldAt: 0,
  };
}
