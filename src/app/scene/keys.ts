import type { TransformTool } from '../../contract/scene/transform-tool.ts';
import type { UpAxis } from '../../contract/scene/up-axis.ts';
import { HELPER_VIEWS, type HelperView } from '../../contract/stage.ts';
import type { Toolbar } from '../state/stage.ts';

/** What a key asks for; `use-shortcuts.ts` does it. */
export type KeyAction =
  | {
      readonly kind:
        | 'save'
        | 'undo'
        | 'redo'
        | 'shortcuts'
        | 'feedback'
        | 'fit'
        | 'frame-part'
        | 'close-toolbar'
        | 'live'
        | 'tool-space';
    }
  | { readonly kind: 'toolbar'; readonly toolbar: Toolbar }
  | { readonly kind: 'up-axis'; readonly axis: UpAxis }
  /** Steps of the model across the picture. */
  | { readonly kind: 'pan-camera'; readonly right: number; readonly up: number }
  /** Steps of the camera: to the right, upwards, and nearer. */
  | { readonly kind: 'turn-camera'; readonly right: number; readonly up: number; readonly nearer: number }
  | { readonly kind: 'helper-view'; readonly view: HelperView }
  | { readonly kind: 'tool-mode'; readonly mode: TransformTool['mode'] }
  | { readonly kind: 'tool-axes'; readonly axes: TransformTool['axes'] }
  | { readonly kind: 'model-step'; readonly right: number; readonly up: number; readonly grow: number };

/** Part of a keyboard event that decides. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** What the meaning of a key depends on. */
export interface KeyContext {
  readonly toolbar: Toolbar | null;
  readonly tool: Pick<TransformTool, 'mode' | 'isSelected'>;
}

/** Headings of the list of shortcuts, in its order. */
export const KEY_GROUPS = ['page', 'tools', 'camera', 'views', 'transform', 'coordinates'] as const;

export interface KeyRow {
  /** As {@link nameKey} names the press. */
  readonly keys: readonly string[];
  readonly group: (typeof KEY_GROUPS)[number];
  /** Entry of the catalogue's `keys.labels`. */
  readonly label: KeyLabel;
  readonly action: KeyAction;
  readonly when?: (context: KeyContext) => boolean;
}

export type KeyLabel =
  | 'save'
  | 'undo'
  | 'redo'
  | 'shortcuts'
  | 'feedback'
  | 'closeTool'
  | 'views'
  | 'camera'
  | 'lightMap'
  | 'transform'
  | 'coordinates'
  | 'live'
  | 'turnLeft'
  | 'turnRight'
  | 'turnUp'
  | 'turnDown'
  | 'panLeft'
  | 'panRight'
  | 'panUp'
  | 'panDown'
  | 'zoomIn'
  | 'zoomOut'
  | 'fit'
  | 'framePart'
  | HelperView
  | 'translate'
  | 'rotate'
  | 'scale'
  | 'space'
  | 'axesXz'
  | 'axesX'
  | 'axesY'
  | 'axesZ'
  | 'axesXyz'
  | 'stepLeft'
  | 'stepRight'
  | 'stepUp'
  | 'stepDown'
  | 'grow'
  | 'shrink'
  | UpAxis;

const inTransform = ({ toolbar }: KeyContext): boolean => toolbar === 'transform';
const holdsModel = (context: KeyContext): boolean => inTransform(context) && context.tool.isSelected;
const scalesModel = (context: KeyContext): boolean => holdsModel(context) && context.tool.mode === 'scale';

function tool(key: string, toolbar: Toolbar, label: KeyLabel): KeyRow {
  return { keys: [key], group: 'tools', label, action: { kind: 'toolbar', toolbar } };
}

function step(keys: string[], label: KeyLabel, right: number, up: number, grow: number): KeyRow {
  const when = grow === 0 ? holdsModel : scalesModel;
  return { keys, group: 'transform', label, action: { kind: 'model-step', right, up, grow }, when };
}

function upAxis(key: string, axis: UpAxis): KeyRow {
  return {
    keys: [key],
    group: 'coordinates',
    label: axis,
    action: { kind: 'up-axis', axis },
    when: ({ toolbar }) => toolbar === 'coordinates',
  };
}

function turn(keys: string[], label: KeyLabel, right: number, up: number, nearer: number): KeyRow {
  return { keys, group: 'camera', label, action: { kind: 'turn-camera', right, up, nearer } };
}

function pan(keys: string[], label: KeyLabel, right: number, up: number): KeyRow {
  return { keys, group: 'camera', label, action: { kind: 'pan-camera', right, up } };
}

function mode(key: string, label: KeyLabel, value: TransformTool['mode']): KeyRow {
  return {
    keys: [key],
    group: 'transform',
    label,
    action: { kind: 'tool-mode', mode: value },
    when: inTransform,
  };
}

function axes(digit: string, label: KeyLabel, value: TransformTool['axes']): KeyRow {
  return {
    keys: [digit],
    group: 'transform',
    label,
    action: { kind: 'tool-axes', axes: value },
    when: inTransform,
  };
}

/**
 * Every key of the page (S2 2, settled by F1 to F11): the list that people read and the table that decides are one.
 * The first row that holds wins, so that an open tool's keys stand before the camera's.
 */
export const KEYS: readonly KeyRow[] = [
  { keys: ['Ctrl+S'], group: 'page', label: 'save', action: { kind: 'save' } },
  { keys: ['Ctrl+Z'], group: 'page', label: 'undo', action: { kind: 'undo' } },
  { keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], group: 'page', label: 'redo', action: { kind: 'redo' } },
  { keys: ['?'], group: 'page', label: 'shortcuts', action: { kind: 'shortcuts' } },
  { keys: ['Ctrl+Shift+F'], group: 'page', label: 'feedback', action: { kind: 'feedback' } },
  tool('V', 'views', 'views'),
  tool('K', 'camera', 'camera'),
  tool('P', 'light-map', 'lightMap'),
  tool('T', 'transform', 'transform'),
  tool('C', 'coordinates', 'coordinates'),
  {
    keys: ['L'],
    group: 'tools',
    label: 'live',
    action: { kind: 'live' },
    when: (context) => !inTransform(context),
  },
  {
    keys: ['Escape'],
    group: 'tools',
    label: 'closeTool',
    action: { kind: 'close-toolbar' },
    when: ({ toolbar }) => toolbar !== null,
  },
  mode('W', 'translate', 'translate'),
  mode('E', 'rotate', 'rotate'),
  mode('R', 'scale', 'scale'),
  {
    keys: ['X', 'L'],
    group: 'transform',
    label: 'space',
    action: { kind: 'tool-space' },
    when: inTransform,
  },
  axes('1', 'axesXz', 'xz'),
  axes('2', 'axesX', 'x'),
  axes('3', 'axesY', 'y'),
  axes('4', 'axesZ', 'z'),
  axes('5', 'axesXyz', 'xyz'),
  ...HELPER_VIEWS.map(
    (view, index): KeyRow => ({
      keys: [String(index + 1)],
      group: 'views',
      label: view,
      action: { kind: 'helper-view', view },
      when: (context) => !inTransform(context),
    }),
  ),
  step(['ArrowLeft', 'Shift+ArrowLeft'], 'stepLeft', -1, 0, 0),
  step(['ArrowRight', 'Shift+ArrowRight'], 'stepRight', 1, 0, 0),
  step(['ArrowUp', 'Shift+ArrowUp'], 'stepUp', 0, 1, 0),
  step(['ArrowDown', 'Shift+ArrowDown'], 'stepDown', 0, -1, 0),
  step(['+'], 'grow', 0, 0, 1),
  step(['-'], 'shrink', 0, 0, -1),
  upAxis('Y', 'Y_UP'),
  upAxis('Z', 'Z_UP'),
  upAxis('X', 'X_UP'),
  upAxis('Shift+Y', 'Y_DOWN'),
  upAxis('Shift+Z', 'Z_DOWN'),
  upAxis('Shift+X', 'X_DOWN'),
  turn(['ArrowLeft'], 'turnLeft', -1, 0, 0),
  turn(['ArrowRight'], 'turnRight', 1, 0, 0),
  turn(['ArrowUp'], 'turnUp', 0, 1, 0),
  turn(['ArrowDown'], 'turnDown', 0, -1, 0),
  pan(['Shift+ArrowLeft'], 'panLeft', -1, 0),
  pan(['Shift+ArrowRight'], 'panRight', 1, 0),
  pan(['Shift+ArrowUp'], 'panUp', 0, 1),
  pan(['Shift+ArrowDown'], 'panDown', 0, -1),
  turn(['+'], 'zoomIn', 0, 0, 1),
  turn(['-'], 'zoomOut', 0, 0, -1),
  { keys: ['F'], group: 'camera', label: 'fit', action: { kind: 'fit' } },
  { keys: ['Shift+F'], group: 'camera', label: 'framePart', action: { kind: 'frame-part' } },
];

/** What a press asks for, null for nothing. */
export function readKey(press: KeyPress, context: KeyContext): KeyAction | null {
  const name = nameKey(press);
  if (name === null) return null;
  const row = KEYS.find(({ keys, when }) => keys.includes(name) && (when === undefined || when(context)));
  return row?.action ?? null;
}

/**
 * A press by the letter it makes, so that W is W on every layout; where the layout makes no Latin letter, by the
 * place of the key, and digits always so (F11). Command counts as Control (F7).
 */
export function nameKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string | null {
  if (altKey) return null;
  const isCommand = ctrlKey || metaKey;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (key === '?') return isCommand ? null : '?';
  if (key === '+' || key === '=' || key === '-') return isCommand ? null : key === '-' ? '-' : '+';
  if (digit !== undefined) return isCommand || shiftKey ? null : digit;
  if (key === 'Escape') return isCommand ? null : key;
  if (/^Arrow(Left|Right|Up|Down)$/.test(key)) return isCommand ? null : shiftKey ? `Shift+${key}` : key;
  const letter = /^[a-z]$/i.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? null);
  if (letter === null) return null;
  return `${isCommand ? 'Ctrl+' : ''}${shiftKey ? 'Shift+' : ''}${letter.toUpperCase()}`;
}
