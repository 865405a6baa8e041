import { AppError } from '../../../../../contract/failure.ts';
import { findUsed } from '../families/list-families.ts';
import { decideRetry, type Past, type Verdict } from '../fleet/decide-retry.ts';
import type { Seat, Servers } from '../fleet/fleet.ts';
import { ServerFault } from '../fleet/server-fault.ts';
import type { BatchPart } from '../graph/parts.ts';
import type { Dispatch } from './dispatch.ts';
import { type DrawnPart, drawPart, PartFault, type PartListener } from './draw-part.ts';
import type { Job, JobKeeper } from './job-handle.ts';
import type { Order } from './order.ts';

/** One order in work. */
export interface OrderInWork {
  readonly order: Order;
  readonly keeper: JobKeeper;
  readonly listener: PartListener;
  /** Waits for a place, see {@link Servers.takeSeat}. */
  takeSeat(avoid: ReadonlySet<string>): Promise<Seat>;
  readonly signal: AbortSignal;
}

/** Where a part begins: a seat that is taken already, and a job of an earlier attempt that sits on it. */
export interface Beginning {
  readonly seat: Seat;
  readonly adopted: Job | null;
}

/**
 * Draws images of an order whatever becomes of the servers, as far as another attempt can help.
 *
 * @param begin Null: waits for a place.
 * @param onDrawn Hears of what is drawn as soon as it is there, in order; more than once where the images had to be made one by
 *   one. It stays drawn if the others fail.
 * @throws AppError with what the person is to be told.
 */
export async function drawWithRetries(
  dispatch: Dispatch,
  work: OrderInWork,
  part: BatchPart,
  begin: Beginning | null,
  onDrawn: (drawn: DrawnPart) => void,
): Promise<void> {
  const past: Past = { tries: 0, hasSentAgain: false, hasFreed: false, profilesRead: new Set() };
  const avoid = new Set<string>();
  let parts: readonly BatchPart[] = [part];
  let beginning = begin;
  /** Hash of the graph that a server refused for what it lacks, by the server's id. */
  const refused = new Map<string, string | null>();

  /** Does what a fault asks for, so that the next attempt can go better. */
  async function mend(verdict: Verdict, seat: Seat, fault: PartFault): Promise<void> {
    const { server } = seat;
    switch (verdict.kind) {
      case 'give-up':
        throw new AppError(verdict.failure, { cause: fault });
      case 'wait':
        return server.doubt();
      case 'elsewhere':
        past.tries += 1;
        avoid.add(server.address.id);
        return server.doubt();
      case 'send-again':
        past.hasSentAgain = true;
        return server.uploads.clear();
      case 'free-memory':
        past.hasFreed = true;
        parts = parts.flatMap(oneByOne);
        return attempt(() => server.http.free(work.signal));
      case 'read-profile':
        past.profilesRead.add(server.address.id);
        refused.set(server.address.id, fault.graphHash);
        await attempt(() => server.renewProfile(work.signal));
        // It has seen that it lacks it: when it has it again, the graph is a good one.
        if (!stillClaims(seat)) {
          refused.delete(server.address.id);
          past.profilesRead.delete(server.address.id);
        }
        return;
    }
  }

  for (;;) {
    const [next] = parts;
    if (next === undefined) return;
    const { seat, adopted } = beginning ?? { seat: await work.takeSeat(avoid), adopted: null };
    beginning = null;
    try {
      const refusedGraph = refused.get(seat.server.address.id) ?? null;
      const job = { order: work.order, seat, part: next, adopted, instance: dispatch.instance, refusedGraph };
      onDrawn(await drawPart(job, work.keeper, dispatch.timing, work.listener, work.signal));
      parts = parts.slice(1);
    } catch (error) {
      if (!(error instanceof PartFault)) throw error;
      const { problem } = error.fault;
      await mend(decideRetry(problem, past, seat.server.address.id, error.wasHandedIn), seat, error);
    } finally {
      seat.lease.release();
    }
  }
}

/** Whether a server that has just refused a graph still says that it draws with what the graph is of. */
function stillClaims({ server, family }: Seat): boolean {
  const profile = server.profile();
  return family === null || profile === null || findUsed(profile, family) !== null;
}

/** A batch as single images, from the same noise. */
function oneByOne({ first, count }: BatchPart): BatchPart[] {
  return Array.from({ length: count }, (_, index) => ({ first: first + index, count: 1 }));
}

/** What helps, but need not succeed: the next attempt tells. */
async function attempt(help: () => Promise<void>): Promise<void> {
  await help().catch((error: unknown) => {
    if (!(error instanceof ServerFault)) throw error;
  });
}
