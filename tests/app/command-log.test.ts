import { expect, test } from 'vitest';
import { type CommandLog, createCommandLog, MERGE_WINDOW_MS } from '../../src/app/command-log.ts';

function setUp() {
  const world = { value: 0, now: 0, changes: 0 };
  const log = createCommandLog(
    () => world.now,
    () => {
      world.changes += 1;
    },
  );
  return { world, log };
}

function set(log: CommandLog, world: { value: number }, value: number, mergeKey?: string): void {
  const before = world.value;
  log.run({
    label: `to ${value}`,
    do: () => {
      world.value = value;
    },
    undo: () => {
      world.value = before;
    },
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
