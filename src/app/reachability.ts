import { HealthBody } from '../contract/http/instance.ts';
import type { Outside } from './outside.ts';

export type Connection = 'online' | 'offline' | 'auth';

/** What the page believes about the way to the server. */
export interface Reachability {
  connection(): Connection;
  onChange(listener: (connection: Connection) => void): () => void;
  /** Any answer of the API proves the way. */
  noteAnswer(): void;
  /** A call got no answer. Two in a row, or a failed probe, mean offline. */
  noteFailure(): void;
  /** The session is over until somebody signs in. */
  noteSignedOut(isSignedOut: boolean): void;
  /** Asks the server now; true when it is there. */
  probe(): Promise<boolean>;
  /** Begins to listen and to probe. Returns the function that stops. */
  start(): () => void;
}

/** Waits between probes while offline, in milliseconds; the last one repeats (reference 1.7). */
const PROBE_WAITS_MS = [2_000, 4_000, 8_000, 16_000, 30_000];
/** A probe without an answer in this time has failed (reference 1.7). */
const PROBE_TIMEOUT_MS = 4_000;

/**
 * The connection as one small machine. It believes `navigator.onLine` only when it says no, and a probe only when the
 * answer is exactly the server's: a captive portal answers 200 with a page.
 */
export function createReachability(outside: Outside): Reachability {
  const listeners = new Set<(connection: Connection) => void>();
  let isReachable = outside.page.mayBeOnline();
  let isSignedOut = false;
  let failures = 0;
  let probes = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isStarted = false;
  let told: Connection = isReachable ? 'online' : 'offline';

  const current = (): Connection => (isReachable ? (isSignedOut ? 'auth' : 'online') : 'offline');
  const tell = (): void => {
    const now = current();
    if (now === told) return;
    told = now;
    for (const listener of listeners) listener(now);
  };
  const stopTimer = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const schedule = (): void => {
    stopTimer();
    if (!isStarted || isReachable || !outside.page.isVisible()) return;
    const wait = PROBE_WAITS_MS[Math.min(probes, PROBE_WAITS_MS.length - 1)]!;
    timer = setTimeout(() => void probe(), wait);
  };
  const setReachable = (value: boolean): void => {
    isReachable = value;
    if (value) {
      failures = 0;
      probes = 0;
      stopTimer();
    }
    tell();
    schedule();
  };
  const probe = async (): Promise<boolean> => {
    probes += 1;
    try {
      const response = await outside.fetch(`${outside.apiBase}/api/health`, {
        cache: 'no-store',
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      });
      setReachable(response.ok && HealthBody.safeParse(await response.json()).success);
    } catch {
      setReachable(false);
    }
    return isReachable;
  };
  return {
    connection: current,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    noteAnswer: () => {
      if (!isReachable || failures > 0) setReachable(true);
    },
    noteFailure() {
      failures += 1;
      if (failures >= 2 || !outside.page.mayBeOnline()) setReachable(false);
      else void probe();
    },
    noteSignedOut(value) {
      isSignedOut = value;
      tell();
    },
    probe,
    start() {
      isStarted = true;
      const stop = outside.page.onChange(() => {
        if (!outside.page.mayBeOnline()) setReachable(false);
        else if (!isReachable && outside.page.isVisible()) void probe();
      });
      schedule();
      return () => {
        isStarted = false;
        stopTimer();
        stop();
      };
    },
  };
}
