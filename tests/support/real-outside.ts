import type { App } from '../../src/app/app.ts';
import type { FakeServer } from './fake-http.ts';
import { createFakeOutside, createTestApp } from './fake-outside.ts';
import type { Person } from './server.ts';

/** A device of a person, without a page, that calls a real server. Its clock goes with every call, so that waits end. */
export function openDevice(url: string, person: Person): App {
  const pass = (input: string, init?: RequestInit): Promise<Response> => {
    outside.advance(1_000);
    return fetch(new URL(input.replace(/^https?:\/\/[^/]+/, ''), url), init);
  };
  const outside = createFakeOutside({ fetch: pass } as FakeServer);
  outside.localStorage.setItem('access_token', person.session.access_token);
  const app = createTestApp(outside);
  app.state.account.userId = person.session.user.id;
  return app;
}
