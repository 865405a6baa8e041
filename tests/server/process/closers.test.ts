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
