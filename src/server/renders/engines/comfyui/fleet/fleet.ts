import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import type { FamilyName, ServerProfile } from '../graph/parts.ts';
import { JOBS_PER_SERVER, type Lease } from '../job/job-registry.ts';
import type { Timing } from '../job/timing.ts';
import { chooseServer, isAble } from './choose-server.ts';
import type { ComfyServer } from './comfy-server.ts';

/** A place on a server that is reserved for an order. */
export interface Seat {
  readonly server: ComfyServer;
  readonly profile: ServerProfile;
  /** What draws on it; null for an own graph. */
  readonly family: FamilyName | null;
  readonly lease: Lease;
}

/** What an order wants of a server. */
export interface Wanted {
  readonly recipe: RenderSpec;
  /** Whether a server has what the order's own graph needs. */
  fits(profile: ServerProfile): boolean;
  /** Hashes of its pictures; empty before they are prepared. */
  readonly images: readonly string[];
  /** Ids of servers that have failed it. */
  readonly avoid: ReadonlySet<string>;
  /** What draws its other pictures; null: nothing yet. */
  readonly family: FamilyName | null;
}

/** All servers together. */
export interface Servers {
  readonly all: readonly ComfyServer[];
  /**
   * Takes a place on the server that suits an order best. Waits as long as it takes.
   *
   * @param onWait Called at once when there is no place, and again every minute.
   */
  takeSeat(wanted: Wanted, onWait: () => void, signal: AbortSignal): Promise<Seat>;
  /**
   * A place on a server that has the order's job already. Among the workers it counts as soon as one is free: whoever handed the job in, and
   * is gone, may seem to have it for a while.
   */
  keepPlace(server: ComfyServer): Lease;
  /** Orders that wait for a place. */
  waitingOrders(): number;
  /** Those of them that no server which is there can draw: they are in nobody's way. */
  unableOrders(): number;
  onChange(listener: () => void): () => void;
  /** Says that the state of a server has changed, so that waiting orders are looked at again. */
  changed(): void;
}

/**
 * Takes one of so many places on a server, which all workers of this instance share; null while others have all of them.
 *
 * @returns Gives it back.
 */
export type ClaimPlace = (serverId: string, places: number) => Promise<(() => void) | null>;

/** @param claim Null where no other worker is. */
export function createServers(
  all: readonly ComfyServer[],
  timing: Timing,
  claim: ClaimPlace | null,
): Servers {
  /** Ids of servers whose places other workers had when they were asked for last: the queue does not show that yet. */
  const taken = new Set<string>();
  const listeners = new Set<() => void>();
  const waiting = new Set<{ readonly recipe: RenderSpec }>();
  // Taking a seat is a change, too: whoever hears of one may make the next.
  let isTelling = false;
  let hasChanged = false;

  function choose({ recipe, images, avoid, family, fits }: Wanted): Seat | null {
    const candidates = all.flatMap((server) => {
      const profile = server.profile();
      if (profile === null || !server.isThere()) return [];
      const { ours, foreign } = server.jobs();
      const uploads = images.filter((hash) => server.uploads.has(hash)).length;
      const { lastModel, address } = server;
      const able = {
        fits: fits(profile),
        hasRoom: server.hasRoom() && !taken.has(server.address.id),
        jobs: ours + foreign,
      };
      return [{ server, id: address.id, profile, ...able, lastModel, uploads }];
    });
    const chosen = chooseServer(candidates, { recipe, avoid, family });
    if (chosen === null) return null;
    const { server, profile } = chosen.candidate;
    return { server, profile, family: chosen.family, lease: server.take() };
  }

  /** What `choose` finds, and none of the other workers has taken by now. */
  async function take(wanted: Wanted, signal: AbortSignal): Promise<Seat | null> {
    for (;;) {
      const seat = choose(wanted);
      if (seat === null || claim === null) return seat;
      const { lease, server } = seat;
      const { id } = server.address;
      // Without the database the queue that is seen has to do.
      const place = await claim(id, JOBS_PER_SERVER).catch(() => () => {});
      lease.giveBack = place;
      if (place !== null && !signal.aborted) return seat;
      if (place === null) {
        taken.add(id);
        setTimeout(() => {
          taken.delete(id);
          changed();
        }, timing.pollMs).unref();
      }
      lease.release();
      signal.throwIfAborted();
    }
  }

  function changed(): void {
    hasChanged = true;
    if (isTelling) return;
    isTelling = true;
    while (hasChanged) {
      hasChanged = false;
      for (const listener of [...listeners]) listener();
    }
    isTelling = false;
  }

  return {
    all,
    async takeSeat(wanted, onWait, signal) {
      signal.throwIfAborted();
      let wake = () => {};
      let isNews = false;
      const listen = () => {
        isNews = true;
        wake();
      };
      const place = { recipe: wanted.recipe };
      let sign: NodeJS.Timeout | undefined;
      listeners.add(listen);
      signal.addEventListener('abort', listen, { once: true });
      try {
        for (;;) {
          isNews = false;
          const seat = await take(wanted, signal);
          if (seat !== null) return seat;
          if (sign === undefined) {
            waiting.add(place);
            onWait();
            sign = setInterval(onWait, timing.signMs);
          }
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (isNews) resolve();
          });
          signal.throwIfAborted();
        }
      } finally {
        listeners.delete(listen);
        signal.removeEventListener('abort', listen);
        clearInterval(sign);
        waiting.delete(place);
      }
    },
    keepPlace(server) {
      const lease = server.take();
      if (claim === null) return lease;
      let isOver = false;
      let place: (() => void) | null = null;
      const ask = async (): Promise<void> => {
        const got = await claim(server.address.id, JOBS_PER_SERVER).catch(() => null);
        if (isOver) return got?.();
        place = got;
        if (got === null) setTimeout(() => void (isOver || ask()), timing.pollMs).unref();
      };
      lease.giveBack = () => {
        isOver = true;
        place?.();
      };
      void ask();
      return lease;
    },
    waitingOrders: () => waiting.size,
    unableOrders() {
      const there = all.flatMap((server) => (server.isThere() ? (server.profile() ?? []) : []));
      return [...waiting].filter(({ recipe }) => !there.some((profile) => isAble(profile, recipe))).length;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed,
  };
}
