import { expect, test } from 'vitest';
import {
  type Command,
  type CommandLog,
  createCommandLog,
  MAX_STEPS,
  MAX_STEPS_SIZE,
  MERGE_WINDOW_MS,
} from '../../../src/app/data/command-log.ts';

function setUp() {
  const world = { value: 0, now: 0, changes: 0 };
  const log = createCommandLog(
    () => world.now,
    (edit, side) => {
      if (edit.kind === 'settings') world.value = edit[side].creativity ?? Number.NaN;
    },
  );
  log.onChange(() => {
    world.changes += 1;
  });
  return { world, log };
}

function set(log: CommandLog, world: { value: number }, value: number, mergeKey?: string): void {
  log.run({
    label: `to ${value}`,
    edit: { kind: 'settings', before: { creativity: world.value }, after: { creativity: value } },
    ...(mergeKey === undefined ? {} : { mergeKey }),
  });
}

test('undo and redo walk the steps and name the next one', () => {
  const { world, log } = setUp();
  set(log, world, 1);
  set(log, world, 2);
  expect(log.undoLabel()).toBe('to 2');
  log.undo();
  expect([world.value, log.undoLabel(), log.redoLabel()]).toEqual([1, 'to 1', 'to 2']);
  log.redo();
  log.undo();
  log.undo();
  log.undo();
  expect([world.value, log.undoLabel()]).toEqual([0, null]);
  expect(world.changes).toBe(6);
});

test('a new step forgets what was undone', () => {
  const { world, log } = setUp();
  set(log, world, 1);
  log.undo();
  set(log, world, 5);
  log.redo();
  expect([world.value, log.redoLabel()]).toEqual([5, null]);
});

test('a drag is one step, a pause starts another', () => {
  const { world, log } = setUp();
  for (const value of [1, 2, 3]) set(log, world, value, 'slider');
  world.now += MERGE_WINDOW_MS;
  set(log, world, 9, 'slider');
  log.undo();
  expect(world.value).toBe(3);
  log.undo();
  expect(world.value).toBe(0);
  log.redo();
  expect(world.value).toBe(3);
});

test('an edit after an undo does not melt into the step before', () => {
  const { world, log } = setUp();
  set(log, world, 1, 'slider');
  set(log, world, 2, 'other');
  log.undo();
  set(log, world, 3, 'slider');
  log.undo();
  expect(world.value).toBe(1);
});

test('what was done already can be undone, and is known until then', () => {
  const { world, log } = setUp();
  const command: Command = {
    label: 'painted',
    edit: { kind: 'settings', before: { creativity: 3 }, after: { creativity: 4 } },
  };
  log.add(command);
  expect([world.value, log.isDone(command)]).toEqual([0, true]);
  log.undo();
  expect([world.value, log.isDone(command)]).toEqual([3, false]);
  log.redo();
  expect([world.value, log.isDone(command)]).toEqual([4, true]);
});

test('the oldest steps fall out, by count and by size, but never the latest', () => {
  const { world, log } = setUp();
  for (let value = 1; value <= MAX_STEPS + 5; value++) set(log, world, value);
  expect(log.steps().done).toHaveLength(MAX_STEPS);
  expect(log.steps().done[0]?.command.label).toBe('to 6');
  const large = (length: number) =>
    log.run({
      label: `${length}`,
      edit: { kind: 'settings', before: { name: 'a' }, after: { name: 'b'.repeat(length) } },
    });
  large(MAX_STEPS_SIZE / 2);
  large(MAX_STEPS_SIZE / 2);
  expect(log.steps().done.map(({ command }) => command.label)).toEqual([`${MAX_STEPS_SIZE / 2}`]);
  large(MAX_STEPS_SIZE * 2);
  expect(log.steps().done.map(({ command }) => command.label)).toEqual([`${MAX_STEPS_SIZE * 2}`]);
});

test('steps of another visit are taken up where they were left', () => {
  const first = setUp();
  for (const value of [1, 2, 3]) set(first.log, first.world, value);
  first.log.undo();
  const { world, log } = setUp();
  log.restore(structuredClone(first.log.steps()));
  world.value = 2;
  expect([log.undoLabel(), log.redoLabel()]).toEqual(['to 2', 'to 3']);
  log.redo();
  log.undo();
  log.undo();
  expect([world.value, log.redoLabel()]).toEqual([1, 'to 2']);
  set(log, world, 8);
  expect(log.steps().done.map(({ position }) => position)).toEqual([0, 1]);
});
