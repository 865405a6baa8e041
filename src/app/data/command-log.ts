import type { CameraOptics } from '../../contract/camera/camera-optics.ts';
import type { SavedView } from '../../contract/http/camera-views.ts';
import type { MaterialSelection } from '../../contract/http/projects.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import type { LookRow } from '../values/look-row.ts';
import { joinSettingsEdits, type SettingsEdit } from '../values/settings-edit.ts';
import type { SketchTarget } from '../values/sketch.ts';

/**
 * What an edit changes and what to, in both directions. Plain data, so that it can be taken back after a reload as
 * well; `apply-edit.ts` knows how.
 */
export type Edit = SingleEdit | { readonly kind: 'several'; readonly edits: readonly SingleEdit[] };
export type SingleEdit =
  | SettingsEdit
  | { readonly kind: 'views'; readonly before: readonly ViewTarget[]; readonly after: readonly ViewTarget[] }
  | {
      readonly kind: 'selection';
      readonly before: MaterialSelection | null;
      readonly after: MaterialSelection | null;
    }
  /** Null leaves the camera where it is. */
  | { readonly kind: 'camera'; readonly before: CameraPose | null; readonly after: CameraPose | null }
  /** The camera stays where it is. */
  | { readonly kind: 'lens'; readonly before: Lens; readonly after: Lens }
  /** The bytes of one model became others: what belongs to the one hash belongs to the other. */
  | { readonly kind: 'model-hash'; readonly before: ContentHash; readonly after: ContentHash }
  | { readonly kind: 'look'; readonly before: LookRow; readonly after: LookRow }
  /** Sketches of `ids` that are not among the targets shall be gone. */
  | {
      readonly kind: 'sketches';
      readonly ids: readonly string[];
      readonly before: readonly SketchTarget[];
      readonly after: readonly SketchTarget[];
    };
/** A view, by its uuid, as it shall be; null: it shall be gone. */
export type ViewTarget = readonly [uuid: string, view: SavedView | null];
/** What a camera sees through. */
export type Lens = Pick<CameraPose, 'fovDegrees'> & CameraOptics;
export type EditSide = 'before' | 'after';

/** One edit that can be taken back. */
export interface Command {
  /** Already in the person's language: "Colour of Seat". */
  readonly label: string;
  readonly edit: Edit;
  /** `model`: another model came to the stage. */
  readonly kind?: 'model';
  /**
   * Edits with the same key within {@link MERGE_WINDOW_MS} become one step: a slider drag, a typed sentence. Only for
   * commands that set one thing to a value.
   */
  readonly mergeKey?: string;
}

/** A command in the log. */
export interface Step {
  readonly command: Command;
  /** Milliseconds since the epoch; 0 when nothing may melt into it any more. */
  readonly at: number;
  /** Counts up; a step that takes the place of an undone one has its number. */
  readonly position: number;
  /** Length of the command as JSON. */
  readonly size: number;
  /** The model that the project showed; null for none. Absent in steps of earlier versions. */
  readonly ofModel?: ContentHash | null;
  /** Of the label. Absent in steps of earlier versions. */
  readonly language?: string;
}

/** A step of a project that can be undone or done again on this device, as its database has it. */
export interface StepRow {
  readonly projectKey: string;
  readonly position: number;
  readonly userId: number;
  /** The visit that wrote it. */
  readonly owner: string;
  readonly isDone: boolean;
  /** Read with care: it may be older than what is known of commands. */
  readonly step: Step;
}

/** What can be undone, and what can be done again, each with the next one last. */
export interface Steps {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

export interface CommandLog {
  /** Does it now and makes it the next thing to undo. */
  run(command: Command): void;
  /** Makes what was done already the next thing to undo. */
  add(command: Command): void;
  /** Makes one side of an edit true without a step. */
  put(edit: Edit, side: EditSide): void;
  undo(): void;
  redo(): void;
  clear(): void;
  /** Null where there is nothing to undo; empty for a step whose label is of another language than is spoken now. */
  undoLabel(): string | null;
  redoLabel(): string | null;
  /** False when it was undone, or has fallen out. */
  isDone(command: Command): boolean;
  /** Another object after every change. */
  steps(): Steps;
  /** Takes the place of all there was, without doing anything. */
  restore(steps: Steps): void;
  /** Called after every change of what can be undone. Returns the function that stops it. */
  onChange(listener: () => void): () => void;
}

/** A pause in a drag or in typing longer than this starts a new step. */
export const MERGE_WINDOW_MS = 800;
/** Steps kept; the oldest fall out. */
export const MAX_STEPS = 200;
/** What they may take together, in characters of JSON: 200 changes of a colour are 0.2 MB, 20 looks with pictures 1 MB. */
export const MAX_STEPS_SIZE = 2_000_000;

const NOTHING: Steps = { done: [], undone: [] };

/**
 * Makes a side of an edit true.
 *
 * @param ofModel The model that the project showed when it was made; null where that is not known.
 */
export type ApplyEdit = (edit: Edit, side: EditSide, ofModel: ContentHash | null) => void;

/**
 * A fresh, empty log.
 *
 * @param modelNow The model that the project shows. Another page may change it: a step is of the one that it was made on.
 * @param languageNow The language that is spoken, of the labels of new steps.
 */
export function createCommandLog(
  now: () => number,
  apply: ApplyEdit,
  modelNow: () => ContentHash | null = () => null,
  languageNow: () => string = () => 'en',
): CommandLog {
  let steps = NOTHING;
  const listeners = new Set<() => void>();
  const setSteps = (next: Steps): void => {
    steps = next;
    for (const listener of listeners) listener();
  };
  const add = (command: Command): void => {
    const { done, undone } = steps;
    const last = done.at(-1);
    const ofModel = modelNow();
    const isSameGesture =
      last !== undefined &&
      last.ofModel === ofModel &&
      undone.length === 0 &&
      command.mergeKey !== undefined &&
      last.command.mergeKey === command.mergeKey &&
      now() - last.at < MERGE_WINDOW_MS;
    const position = isSameGesture ? last.position : (last?.position ?? -1) + 1;
    const whole = isSameGesture ? melt(last.command, command) : command;
    const size = JSON.stringify(whole).length;
    const step = { command: whole, at: now(), position, size, ofModel, language: languageNow() };
    setSteps({ done: dropOldest([...(isSameGesture ? done.slice(0, -1) : done), step]), undone: [] });
  };
  const labelOf = (step: Step | undefined): string | null => {
    if (step === undefined) return null;
    const { command, language = languageNow() } = step;
    return language === languageNow() ? command.label : '';
  };
  return {
    run(command) {
      apply(command.edit, 'after', modelNow());
      add(command);
    },
    add,
    put: (edit, side) => apply(edit, side, modelNow()),
    undo() {
      const { done, undone } = steps;
      const step = done.at(-1);
      if (step === undefined) return;
      apply(step.command.edit, 'before', step.ofModel ?? null);
      setSteps({ done: done.slice(0, -1), undone: [...undone, step] });
    },
    redo() {
      const { done, undone } = steps;
      const step = undone.at(-1);
      if (step === undefined) return;
      apply(step.command.edit, 'after', step.ofModel ?? null);
      setSteps({ done: [...done, { ...step, at: 0 }], undone: undone.slice(0, -1) });
    },
    clear: () => setSteps(NOTHING),
    undoLabel: () => labelOf(steps.done.at(-1)),
    redoLabel: () => labelOf(steps.undone.at(-1)),
    isDone: (command) => steps.done.some((step) => step.command === command),
    steps: () => steps,
    restore: setSteps,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Both set the same thing: undoing the earlier and doing the later is the whole gesture. */
function melt(earlier: Command, later: Command): Command {
  const { edit } = later;
  if (edit.kind === 'camera' && earlier.edit.kind === 'camera') {
    return { ...later, edit: { ...edit, before: earlier.edit.before } };
  }
  if (edit.kind === 'lens' && earlier.edit.kind === 'lens') {
    return { ...later, edit: { ...edit, before: earlier.edit.before } };
  }
  if (edit.kind !== 'settings' || earlier.edit.kind !== 'settings') return later;
  return { ...later, edit: joinSettingsEdits(earlier.edit, edit) };
}

/** The latest step stays, however large. */
function dropOldest(steps: readonly Step[]): readonly Step[] {
  let size = 0;
  let kept = 0;
  for (const step of steps.toReversed()) {
    size += step.size;
    if (kept > 0 && (size > MAX_STEPS_SIZE || kept >= MAX_STEPS)) break;
    kept += 1;
  }
  return steps.slice(-kept);
}
