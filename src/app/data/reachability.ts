import { HealthBody } from '../../contract/http/instance.ts';
import type { Outside } from '../browser/outside.ts';
import type { Connection } from '../values/connection.ts';

/** What the page believes about the way to the server. */
export interface Reachability {
  connection(): Connection;
  onChange(listener: (connection: Connection) => void): () => void;
  /**
   * Something was answered after a call that was not, whether or not the connection had been given up meanwhile, or
   * somebody signed in again. Told less and less while it goes on: what one address alone does not answer is asked for again
   * and again otherwise.
   */
  onRecovered(listener: () => void): () => void;
  /** Any answer of the API proves the way. */
  noteAnswer(): void;
  /** Tells when the server says that other engines are there now, or that others are busy. */
  onEngines(listener: () => void): () => void;
  /**
   * A call got no answer. Two in a row, or a failed probe, mean that the way is gone; soon after it was back only a probe,
   * for some calls may be kept back while others are answered. A file that does not come proves nothing by itself, for it
   * may lie in another store, or somebody may stand between who keeps it back.
   */
  noteFailure(of?: 'call' | 'file'): void;
  /** The session is over until somebody signs in. */
  noteSignedOut(isSignedOut: boolean): void;
  /** Asks the server now; true when it is there. */
  probe(): Promise<boolean>;
  /** Begins to listen and to probe, while the page is seen. Returns the function that stops. */
  start(): () => void;
}

/**
 * Between two probes, whether the last one was answered or not: what the page says is true within 5 s of any change. No
 * two begin closer to each other, however often the browser changes its mind.
 */
const PROBE_WAIT_MS = 2_000;
/** Where the browser is sure that there is no network it says itself when there is one: asked less and less, up to this. */
const OFFLINE_WAIT_MAX_MS = 30_000;
/** A probe without an answer in this time has failed; with the wait before it less than those 5 s. */
const PROBE_TIMEOUT_MS = 2_800;
/** The second recovery is told this long after the first, and each further one after twice the wait of the one before, */
const RECOVERY_WAIT_MS = 2_000;
/** up to this; */
const RECOVERY_WAIT_MAX_MS = 60_000;
/** after as long a time without one the next is told at once. */
const RECOVERY_CALM_MS = 180_000;

/**
 * The connection as one small machine. It believes `navigator.onLine` only when it says no, and a probe only when the
 * answer is exactly the server's: a captive portal answers 200 with a page.
 */
export function createReachability(outside: Outside): Reachability {
  const listeners = new Set<(connection: Connection) => void>();
  let isReachable = outside.page.mayBeOnline();
  let isSignedOut = false;
  let failures = 0;
  let isFileMissing = false;
  let answers = 0;
  let probing: Promise<boolean> | null = null;
  let enginesMark: string | null = null;
  const engineListeners = new Set<() => void>();
  const recoveryListeners = new Set<() => void>();
  /** How many were told without a long time between them, and when the last one was. */
  let recoveries = 0;
  let recoveredAt = Number.NEGATIVE_INFINITY;
  let recoveryTimer: ReturnType<typeof setTimeout> | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isStarted = false;
  let probedAt = Number.NEGATIVE_INFINITY;
  /** Probes in a row that failed without a network. */
  let offlineProbes = 0;
  let told: Connection = isReachable ? 'online' : 'offline';

  const current = (): Connection => {
    if (isReachable) return isSignedOut ? 'auth' : 'online';
    return outside.page.mayBeOnline() ? 'gone' : 'offline';
  };
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
    if (!isStarted || !outside.page.isVisible()) return;
    const doubled = PROBE_WAIT_MS * 2 ** Math.min(offlineProbes, 10);
    timer = setTimeout(() => void probe(), Math.min(OFFLINE_WAIT_MAX_MS, doubled));
  };
  /** Now, or as soon as it may be. */
  const probeSoon = (): void => {
    const wait = probedAt + PROBE_WAIT_MS - outside.now();
    if (wait <= 0) return void probe();
    stopTimer();
    timer = setTimeout(() => void probe(), Math.min(wait, PROBE_WAIT_MS));
  };
  const tellRecovery = (): void => {
    recoveryTimer = null;
    if (!isReachable) return;
    recoveries += 1;
    recoveredAt = outside.now();
    for (const listener of recoveryListeners) listener();
  };
  /** How long until a recovery may be told. */
  const restLeft = (): number => {
    // A clock may be set back.
    const calm = Math.max(0, outside.now() - recoveredAt);
    if (calm > RECOVERY_CALM_MS) recoveries = 0;
    const doubled = recoveries === 0 ? 0 : RECOVERY_WAIT_MS * 2 ** Math.min(recoveries - 1, 10);
    return Math.min(RECOVERY_WAIT_MAX_MS, doubled) - calm;
  };
  const recover = (): void => {
    if (recoveryTimer !== null) return;
    const wait = restLeft();
    if (wait <= 0) tellRecovery();
    else recoveryTimer = setTimeout(tellRecovery, wait);
  };
  const setReachable = (value: boolean): void => {
    const isRecovered = value && (failures > 0 || isFileMissing || !isReachable);
    isReachable = value;
    if (value) {
      failures = 0;
      isFileMissing = false;
    }
    tell();
    if (isRecovered) recover();
  };
  const hear = (mark: string | null): void => {
    const isOther = enginesMark !== null && mark !== enginesMark;
    enginesMark = mark;
    if (isOther) for (const listener of engineListeners) listener();
  };
  const probe = (): Promise<boolean> => {
    probing ??= ask().finally(() => {
      probing = null;
      schedule();
    });
    return probing;
  };
  const ask = async (): Promise<boolean> => {
    stopTimer();
    probedAt = outside.now();
    const before = answers;
    try {
      const response = await outside.fetch(`${outside.apiBase}/api/health`, {
        cache: 'no-store',
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      });
      const { data } = HealthBody.safeParse(response.ok ? await response.json() : null);
      setReachable(data !== undefined);
      if (data !== undefined) hear(data.engines_mark);
    } catch {
      // A busy server may be late with this one answer while it gives others.
      if (answers === before) setReachable(false);
    }
    offlineProbes = current() === 'offline' ? offlineProbes + 1 : 0;
    return isReachable;
  };
  return {
    connection: current,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onRecovered(listener) {
      recoveryListeners.add(listener);
      return () => recoveryListeners.delete(listener);
    },
    onEngines(listener) {
      engineListeners.add(listener);
      return () => engineListeners.delete(listener);
    },
    noteAnswer: () => {
      answers += 1;
      if (!isReachable || failures > 0 || isFileMissing) setReachable(true);
    },
    noteFailure(of = 'call') {
      if (of === 'file') isFileMissing = true;
      else failures += 1;
      if ((failures >= 2 && restLeft() <= 0) || !outside.page.mayBeOnline()) setReachable(false);
      else probeSoon();
    },
    noteSignedOut(value) {
      const isBack = isSignedOut && !value;
      isSignedOut = value;
      tell();
      if (isBack) recover();
    },
    probe,
    start() {
      isStarted = true;
      const stop = outside.page.onChange(() => {
        offlineProbes = 0;
        if (!outside.page.mayBeOnline()) setReachable(false);
        // The network is there again, and the server still is not.
        else tell();
        // What was true when the page was last seen may not be so any more.
        if (!outside.page.isVisible()) stopTimer();
        else if (outside.page.mayBeOnline()) probeSoon();
        else schedule();
      });
      schedule();
      return () => {
        isStarted = false;
        stopTimer();
        if (recoveryTimer !== null) clearTimeout(recoveryTimer);
        recoveryTimer = null;
        stop();
      };
    },
  };
}
