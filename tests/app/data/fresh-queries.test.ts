import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { FreshQueries } from '../../../src/app/data/fresh-queries.ts';

/** A query whose answers come when they are given, in the order in which they were asked for. */
function openQuery(queries: FreshQueries) {
  const asked: { readonly signal: AbortSignal; readonly answer: (value: string) => void }[] = [];
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((answer) => asked.push({ signal, answer }));
  const observer = new QueryObserver(queries, { queryKey: ['renders', 'starred'], queryFn });
  return { asked, observer, stop: observer.subscribe(() => {}) };
}

test('a first answer that is on its way when something changes is not shown: it is asked for anew', async () => {
  const queries = new FreshQueries();
  const { asked, observer, stop } = openQuery(queries);
  const changed = queries.invalidateQueries({ queryKey: ['renders'] });
  expect(asked).toHaveLength(2);
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[1]?.answer('one');
  asked[0]?.answer('none');
  await changed;
  expect(observer.getCurrentResult()).toMatchObject({ data: 'one', status: 'success', fetchStatus: 'idle' });
  stop();
});

test('whoever waits for the first answer gets the new one', async () => {
  const queries = new FreshQueries();
  const { asked, observer, stop } = openQuery(queries);
  const waiting = queries.fetchQuery({ ...observer.options });
  void queries.invalidateQueries();
  asked[1]?.answer('one');
  expect(await waiting).toBe('one');
  stop();
});

test('a query that nobody looks at goes on, and so does one of which only its age is told', async () => {
  const queries = new FreshQueries();
  const answer = vi.fn(async () => 'read');
  const reading = queries.fetchQuery({ queryKey: ['renders', 'below'], queryFn: answer });
  await queries.invalidateQueries({ queryKey: ['renders'] });
  expect(await reading).toBe('read');
  expect(answer).toHaveBeenCalledTimes(1);

  const { asked, stop } = openQuery(queries);
  await queries.invalidateQueries({ queryKey: ['renders'], refetchType: 'none' });
  expect(asked).toHaveLength(1);
  stop();
});
