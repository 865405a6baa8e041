/** Numbers that JSON has not: ends of ranges of keys, as Dexie tells what has changed. */
const ENDLESS: readonly number[] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const ENDLESS_KEY = '$endless';

/**
 * Tabs of one origin without `BroadcastChannel` (Safari up to 15.3) speak by way of `localStorage`, whose changes the other
 * tabs are told of: what is written is taken away at once. Takes what JSON can hold. Dexie looks for the global interface, which
 * packages with channels of their own do not fill in.
 */
class StorageChannel extends EventTarget {
  readonly name: string;
  onmessage: ((event: MessageEvent) => unknown) | null = null;
  readonly #key: string;

  constructor(name: string) {
    super();
    this.name = name;
    this.#key = `channel:${name}`;
    addEventListener('storage', this.#hear);
  }

  postMessage(data: unknown): void {
    try {
      // The same word twice is no change.
      localStorage.setItem(this.#key, JSON.stringify([performance.now() + Math.random(), data], pack));
      localStorage.removeItem(this.#key);
    } catch {
      // Site data is blocked, or there is no room: then tabs meet at the server, as devices do.
    }
  }

  close(): void {
    removeEventListener('storage', this.#hear);
  }

  readonly #hear = ({ key, newValue }: StorageEvent): void => {
    if (key !== this.#key || newValue === null) return;
    const event = new MessageEvent('message', { data: JSON.parse(newValue, unpack)[1] });
    this.onmessage?.(event);
    this.dispatchEvent(event);
  };
}

function pack(_key: string, value: unknown): unknown {
  const at = ENDLESS.indexOf(value as number);
  return at === -1 ? value : { [ENDLESS_KEY]: at };
}

function unpack(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(ENDLESS_KEY in value)) return value;
  return ENDLESS[value[ENDLESS_KEY] as number];
}

/** Lets tabs hear of each other where the browser cannot: before anything opens a channel, Dexie too. */
export function fillInBroadcasts(scope: { BroadcastChannel?: unknown } = window): void {
  if (!('BroadcastChannel' in scope)) scope.BroadcastChannel = StorageChannel;
}
