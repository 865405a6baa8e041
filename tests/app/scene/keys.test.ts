import { expect, test } from 'vitest';
import { KEYS, type KeyAction, type KeyContext, nameKey, readKey } from '../../../src/app/scene/keys.ts';

const ORBIT: KeyContext = { toolbar: null, tool: { mode: 'translate', isSelected: false } };
const TRANSFORM: KeyContext = { toolbar: 'transform', tool: { mode: 'translate', isSelected: true } };
const SCALE: KeyContext = { toolbar: 'transform', tool: { mode: 'scale', isSelected: true } };
const LIGHT_MAP: KeyContext = { ...ORBIT, toolbar: 'light-map' };
const COORDINATES: KeyContext = { ...ORBIT, toolbar: 'coordinates' };

function press(name: string, more: { code?: string } = {}) {
  const parts = name.split('+');
  const key = name.endsWith('+') ? '+' : (parts.at(-1) ?? '');
  const isShift = parts.includes('Shift');
  return {
    key: key.length === 1 && !isShift ? key.toLowerCase() : key,
    code: more.code ?? (/^\d$/.test(key) ? `Digit${key}` : /^[A-Za-z]$/.test(key) ? `Key${key}` : key),
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Cmd'),
    shiftKey: isShift,
    altKey: parts.includes('Alt'),
  };
}

const TABLE: [context: KeyContext, name: string, action: KeyAction | null][] = [
  // S2 2, orbit.
  [ORBIT, 'ArrowLeft', { kind: 'turn-camera', right: -1, up: 0, nearer: 0 }],
  [ORBIT, 'ArrowRight', { kind: 'turn-camera', right: 1, up: 0, nearer: 0 }],
  [ORBIT, 'ArrowUp', { kind: 'turn-camera', right: 0, up: 1, nearer: 0 }],
  [ORBIT, 'ArrowDown', { kind: 'turn-camera', right: 0, up: -1, nearer: 0 }],
  [ORBIT, '+', { kind: 'turn-camera', right: 0, up: 0, nearer: 1 }],
  [ORBIT, '-', { kind: 'turn-camera', right: 0, up: 0, nearer: -1 }],
  [ORBIT, 'T', { kind: 'toolbar', toolbar: 'transform' }],
  [ORBIT, 'P', { kind: 'toolbar', toolbar: 'light-map' }],
  [ORBIT, 'C', { kind: 'toolbar', toolbar: 'coordinates' }],
  [ORBIT, 'V', { kind: 'toolbar', toolbar: 'views' }],
  [ORBIT, 'Ctrl+V', null],
  [ORBIT, 'Cmd+V', null],
  [ORBIT, 'Alt+V', null],
  [ORBIT, 'F', { kind: 'fit' }],
  [ORBIT, 'Escape', null],
  [ORBIT, 'Shift+ArrowLeft', { kind: 'pan-camera', right: -1, up: 0 }],
  [ORBIT, 'Shift+ArrowUp', { kind: 'pan-camera', right: 0, up: 1 }],
  [ORBIT, 'Ctrl+ArrowUp', null],
  // X, Y, Z act only with the coordinates open; digits are views but for the transform tool (F1, F2).
  [ORBIT, 'X', null],
  [ORBIT, 'Y', null],
  [ORBIT, 'Z', null],
  [ORBIT, '1', { kind: 'helper-view', view: 'front' }],
  [COORDINATES, '2', { kind: 'helper-view', view: 'back' }],
  [TRANSFORM, '6', null],
  [{ ...ORBIT, toolbar: 'views' }, '1', { kind: 'helper-view', view: 'front' }],
  [{ ...ORBIT, toolbar: 'views' }, '7', { kind: 'helper-view', view: 'isometric' }],
  [{ ...ORBIT, toolbar: 'views' }, '8', null],
  [COORDINATES, 'Y', { kind: 'up-axis', axis: 'Y_UP' }],
  [COORDINATES, 'Z', { kind: 'up-axis', axis: 'Z_UP' }],
  [COORDINATES, 'X', { kind: 'up-axis', axis: 'X_UP' }],
  [COORDINATES, 'Shift+Y', { kind: 'up-axis', axis: 'Y_DOWN' }],
  [COORDINATES, 'Shift+Z', { kind: 'up-axis', axis: 'Z_DOWN' }],
  [COORDINATES, 'Shift+X', { kind: 'up-axis', axis: 'X_DOWN' }],
  [COORDINATES, 'Ctrl+Z', { kind: 'undo' }],
  [COORDINATES, 'C', { kind: 'toolbar', toolbar: 'coordinates' }],
  // The light-map keeps the keys of orbit (S2 2), and P puts it away.
  [LIGHT_MAP, 'ArrowLeft', { kind: 'turn-camera', right: -1, up: 0, nearer: 0 }],
  [LIGHT_MAP, 'P', { kind: 'toolbar', toolbar: 'light-map' }],
  [LIGHT_MAP, 'Escape', { kind: 'close-toolbar' }],
  // S2 2, transform.
  [TRANSFORM, 'W', { kind: 'tool-mode', mode: 'translate' }],
  [TRANSFORM, 'E', { kind: 'tool-mode', mode: 'rotate' }],
  [TRANSFORM, 'R', { kind: 'tool-mode', mode: 'scale' }],
  [TRANSFORM, 'X', { kind: 'tool-space' }],
  [TRANSFORM, 'L', { kind: 'tool-space' }],
  [TRANSFORM, '1', { kind: 'tool-axes', axes: 'xz' }],
  [TRANSFORM, '2', { kind: 'tool-axes', axes: 'x' }],
  [TRANSFORM, '3', { kind: 'tool-axes', axes: 'y' }],
  [TRANSFORM, '4', { kind: 'tool-axes', axes: 'z' }],
  [TRANSFORM, '5', { kind: 'tool-axes', axes: 'xyz' }],
  [TRANSFORM, 'ArrowLeft', { kind: 'model-step', right: -1, up: 0, grow: 0 }],
  [TRANSFORM, 'Shift+ArrowLeft', { kind: 'model-step', right: -1, up: 0, grow: 0 }],
  [TRANSFORM, 'ArrowRight', { kind: 'model-step', right: 1, up: 0, grow: 0 }],
  [TRANSFORM, 'ArrowUp', { kind: 'model-step', right: 0, up: 1, grow: 0 }],
  [TRANSFORM, 'ArrowDown', { kind: 'model-step', right: 0, up: -1, grow: 0 }],
  [TRANSFORM, '+', { kind: 'turn-camera', right: 0, up: 0, nearer: 1 }],
  [SCALE, '+', { kind: 'model-step', right: 0, up: 0, grow: 1 }],
  [SCALE, '-', { kind: 'model-step', right: 0, up: 0, grow: -1 }],
  [TRANSFORM, 'T', { kind: 'toolbar', toolbar: 'transform' }],
  [TRANSFORM, 'Escape', { kind: 'close-toolbar' }],
  [
    { ...TRANSFORM, tool: { mode: 'translate', isSelected: false } },
    'ArrowLeft',
    { kind: 'turn-camera', right: -1, up: 0, nearer: 0 },
  ],
  // Of the page.
  [ORBIT, 'Ctrl+S', { kind: 'save' }],
  [ORBIT, 'Ctrl+Z', { kind: 'undo' }],
  [TRANSFORM, 'Ctrl+Shift+Z', { kind: 'redo' }],
  [ORBIT, 'Ctrl+Y', { kind: 'redo' }],
  [ORBIT, '?', { kind: 'shortcuts' }],
];

test.each(TABLE)('%o: %s', (context, name, action) => {
  expect(readKey(press(name), context)).toEqual(action);
});

test('a letter counts by what it makes, else by its place; a digit by its place', () => {
  // W of a French keyboard stands where Z is in America.
  expect(nameKey(press('w', { code: 'KeyZ' }))).toBe('W');
  // A Russian keyboard makes no Latin letter.
  expect(nameKey({ ...press('w'), key: 'ц', code: 'KeyW' })).toBe('W');
  // The French row of digits makes & without Shift.
  expect(nameKey({ ...press('1'), key: '&', code: 'Digit1' })).toBe('1');
  expect(nameKey({ ...press('1'), key: '1', code: 'Numpad1' })).toBe('1');
});

test('every key that is listed does what its row says, with some tool', () => {
  const contexts = [
    ORBIT,
    LIGHT_MAP,
    TRANSFORM,
    SCALE,
    { ...ORBIT, toolbar: 'coordinates' as const },
    { ...ORBIT, toolbar: 'views' as const },
  ];
  for (const { keys, action } of KEYS) {
    for (const key of keys) expect(contexts.map((context) => readKey(press(key), context))).toContain(action);
  }
});
