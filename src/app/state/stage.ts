import type { Failure } from '../../contract/failure.ts';
import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { MissingFile } from '../../contract/model-report.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import type { HelperView, ModelClip, PartChoice, StagePart } from '../../contract/stage.ts';

/** The toolbars of the stage: the four of S2 2, and the camera. One field of the state holds the open one, so two can never be open. */
export const TOOLBARS = ['views', 'camera', 'light-map', 'transform', 'coordinates'] as const;
export type Toolbar = (typeof TOOLBARS)[number];

/** Where a model is on its way to the stage. `progress` is 0 to 100 and never falls within one load. */
export interface ModelLoad {
  name: string;
  /** Null until the bytes are known. */
  hash: ContentHash | null;
  /** True while the files are read, before the project names the model. */
  isImport: boolean;
  phase: 'fetching' | 'checking' | 'storing' | 'drawing';
  progress: number;
  sizeBytes: number | null;
  /** Where its bytes come from, when not from this device. */
  address?: string;
}

/** A model that could not be shown. */
export interface FailedLoad {
  name: string;
  failure: Failure;
  /** Neither this device nor the server could give its bytes, or only an address that failed. */
  isUnfetched: boolean;
  /** Where its bytes came from, or were to come from; null for this device's. */
  address: string | null;
  /** A plain shape stands on the stage in its place. */
  hasFallback: boolean;
  /** The person has taken the card away; what cannot be done without the model says why. */
  isClosed: boolean;
}

export interface StageState {
  /** The model that is drawn now, null for an empty stage. Its report is in `db.models`. */
  modelHash: ContentHash | null;
  /** Animations of the drawn model; a pose names one by its place. */
  clips: readonly ModelClip[];
  load: ModelLoad | null;
  /** What the stage shows instead of the project's settings, while pictures of a set are taken. */
  staged: ProjectSettings | null;
  /** A person moves the camera or the model, or it glides on after that. */
  isMoving: boolean;
  /** An animation plays: the stage shows other moments than the settings say. */
  isPlaying: boolean;
  /** Changes of the scene on their way to the viewer: at 0 it shows what the settings say. */
  pending: number;
  /** The project's model, when it could not be shown; the old one stays on the stage. */
  failed: FailedLoad | null;
  /** What a person gave and could not be opened: nothing was changed. `failure` is null for a bug. */
  refused: { name: string; failure: Failure | null } | null;
  /** The model a person gave without files that it cannot do without. */
  incomplete: { name: string; missing: readonly MissingFile[] } | null;
  /** Camera after it came to rest, null before the first frame. */
  camera: CameraPose | null;
  /** uuid of the saved view that was clicked last; moving the camera clears it (E8). */
  activeView: string | null;
  /** View of the view helper that the camera stands at; moving the camera clears it. */
  helperView: HelperView | null;
  /** View of the gizmo under the pointer. */
  hoveredView: HelperView | null;
  /** What a tap on the stage hit last. */
  picked: StagePart | null;
  /** The part under the pointer. */
  hovered: StagePart | null;
  /** The parts that a row of the lists points at, lit up on the stage. */
  lit: PartChoice | null;
  /** Where the part was tapped that is offered things to do with; CSS pixels from the stage's left and top. */
  offered: { xPx: number; yPx: number } | null;
  /** The library material that a person carries over the stage, where the carry began, and the material it is over. */
  carried: { name: string; thumbnail: string; over: string | null; startX: number; startY: number } | null;
  cursor: string;
  /** The tool that is open beside its button. */
  toolbar: Toolbar | null;
  /** `lost` until another scene stands in place of one that broke, with its camera; `graphicsReason` says why none does. */
  graphics: 'starting' | 'ready' | 'lost' | 'failed';
  graphicsReason: string | null;
}

export function initialStage(): StageState {
  return {
    modelHash: null,
    clips: [],
    load: null,
    staged: null,
    isMoving: false,
    isPlaying: false,
    pending: 0,
    failed: null,
    refused: null,
    incomplete: null,
    camera: null,
    activeView: null,
    helperView: null,
    hoveredView: null,
    picked: null,
    hovered: null,
    lit: null,
    offered: null,
    carried: null,
    cursor: 'grab',
    toolbar: null,
    graphics: 'starting',
    graphicsReason: null,
  };
}
