import type { App } from '../../src/app/core/app.ts';
import type { FakeServer } from './fake-http.ts';
import { createFakeOutside, createTestApp, type FakeOutside } from './fake-outside.ts';
import type { Person } from './server.ts';

/** A device of a person, without a page, that calls a real server. Its clock goes with every call, so that waits end. */
export function openDevice(url: string, person: Person): App {
  const app = createTestApp(openBrowser(url, person).outside);
  app.state.account.userId = person.session.user.id;
  return app;
}

/** A browser that a person is signed in with: what outlives its pages, and its line to a real server. */
export interface RealBrowser {
  readonly outside: FakeOutside;
  /** Without a network nothing is answered, and it knows so. */
  setNetwork(hasNetwork: boolean): void;
  /** From now on another server answers at its address. */
  moveTo(url: string): void;
}

export function openBrowser(url: string, person: Person): RealBrowser {
  let [hasNetwork, at] = [true, url];
  const pass = async (input: string, init?: RequestInit): Promise<Response> => {
    outside.advance(1_000);
    if (!hasNetwork) throw new TypeError('Failed to fetch');
    return fetch(new URL(input.replace(/^https?:\/\/[^/]+/, ''), at), init);
  };
  const outside = createFakeOutside({ fetch: pass } as FakeServer);
  outside.localStorage.setItem('access_token', person.session.access_token);
  return {
    outside,
    setNetwork(value) {
      hasNetwork = value;
      outside.setOnline(value);
    },
    moveTo(next) {
      at = next;
    },
  };
}
