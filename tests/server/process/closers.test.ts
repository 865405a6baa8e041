import { expect, test } from 'vitest';
import { createClosers } from '../../../src/server/process/closers.ts';

test('the last opened is closed first, each once, and a failure stops nobody', async () => {
  const closed: string[] = [];
  const closers = createClosers();
  closers.add(async () => closed.push('database'));
  closers.add(async () => {
    throw new Error('the queue hangs');
  });
  closers.add(async () => closed.push('server'));
  await expect(closers.closeAll()).rejects.toThrow('the queue hangs');
  await closers.closeAll();
  expect(closed).toEqual(['server', 'database']);
});

test('what is opened together is closed at one time, in its turn, and all of it though one fails', async () => {
  const closed: string[] = [];
  const closers = createClosers();
  closers.add(async () => closed.push('database'));
  const work = closers.together();
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  work.add(async () => {
    // Ends when the other one is being closed as well.
    await begun;
    closed.push('worker');
    throw new Error('the worker hangs');
  });
  work.add(async () => {
    begin();
    closed.push('backup');
  });
  closers.add(async () => closed.push('server'));
  await expect(closers.closeAll()).rejects.toThrow('the worker hangs');
  expect(closed).toEqual(['server', 'backup', 'worker', 'database']);
});
