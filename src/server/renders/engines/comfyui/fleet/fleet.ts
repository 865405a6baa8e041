import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import type { FamilyName, ServerProfile } from '../graph/parts.ts';
import type { Lease } from '../job/job-registry.ts';
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
  /** Orders that wait for a place. */
  waitingOrders(): number;
  /** Those of them that no server which is there can draw: they are in nobody's way. */
  unableOrders(): number;
  onChange(listener: () => void): () => void;
  /** Says that the state of a server has changed, so that waiting orders are looked at again. */
  changed(): void;
}

export function createServers(all: readonly ComfyServer[], timing: Timing): Servers {
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
      const able = { fits: fits(profile), hasRoom: server.hasRoom(), jobs: ours + foreign };
      return [{ server, id: address.id, profile, ...able, lastModel, uploads }];
    });
    const chosen = chooseServer(candidates, { recipe, avoid, family });
    if (chosen === null) return null;
    const { server, profile } = chosen.candidate;
    return { server, profile, family: chosen.family, lease: server.take() };
  }

  return {
    all,
    async takeSeat(wanted, onWait, signal) {
      signal.throwIfAborted();
      const seat = choose(wanted);
      if (seat !== null) return seat;
      const place = { recipe: wanted.recipe };
      waiting.add(place);
      onWait();
      const sign = setInterval(onWait, timing.signMs);
      let end = () => {};
      try {
        return await new Promise<Seat>((resolve, reject) => {
          const attempt = () => {
            if (signal.aborted) return;
            const found = choose(wanted);
            if (found === null) return;
            listeners.delete(attempt);
            resolve(found);
          };
          const stop = () => reject(signal.reason as Error);
          signal.addEventListener('abort', stop, { once: true });
          listeners.add(attempt);
          end = () => {
            listeners.delete(attempt);
            signal.removeEventListener('abort', stop);
          };
        });
      } finally {
        end();
        clearInterval(sign);
        waiting.delete(place);
      }
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
    changed() {
      hasChanged = true;
      if (isTelling) return;
      isTelling = true;
      while (hasChanged) {
        hasChanged = false;
        for (const listener of [...listeners]) listener();
      }
      isTelling = false;
    },
  };
}
