import { expect, test } from 'vitest';
import { isTesting, isUsable, toneOf } from '../../../../src/app/features/engines/judge-server.ts';
import { EngineServer } from '../../../../src/contract/http/engines.ts';

test('a server draws while it is ready or busy, and every state has its light', () => {
  const states = EngineServer.shape.state.options;
  expect(states.filter((state) => isUsable({ state }))).toEqual(['ready', 'busy']);
  expect(states.map((state) => toneOf({ state }))).not.toContain(undefined);
});

test('a test runs until it has ended, but not for ever', () => {
  const at = '2026-01-01T10:00:00Z';
  const seen = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();
  expect(isTesting({ test: null, seen_at: seen(0) })).toBe(false);
  expect(isTesting({ test: { at, ok: null }, seen_at: seen(1) })).toBe(true);
  expect(isTesting({ test: { at, ok: false }, seen_at: seen(1) })).toBe(false);
  expect(isTesting({ test: { at, ok: null }, seen_at: seen(16) })).toBe(false);
});
