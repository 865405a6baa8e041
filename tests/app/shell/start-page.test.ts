import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startPage } from '../../../src/app/shell/start-page.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../support/fake-outside.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test('two addresses that are kept back while the others answer are no storm of questions', async () => {
  const outside = createFakeOutside(createFakeServer());
  const asked: string[] = [];
  const app = createTestApp({
    ...outside,
    now: () => Date.now(),
    fetch: async (input) => {
      const { pathname } = new URL(String(input), 'http://localhost');
      asked.push(pathname);
      if (pathname.includes('kept-back')) throw new TypeError('Failed to fetch');
      await new Promise((resolve) => setTimeout(resolve, 10));
      return Response.json({ service: 'vitrine', status: 'ok', version: '1', engines_mark: null });
    },
  });
  const stop = startPage(app);
  const stops = ['/api/kept-back/1/', '/api/kept-back/2/', '/api/answered/'].map((path) =>
    new QueryObserver(app.queries, {
      queryKey: [path],
      queryFn: () => app.server.call(path, z.unknown(), { isPublic: true }),
    }).subscribe(() => {}),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  const answered = asked.filter((path) => path === '/api/answered/').length;
  expect(answered).toBeGreaterThan(0);
  expect(answered).toBeLessThan(20);
  for (const end of [...stops, stop]) end();
});
