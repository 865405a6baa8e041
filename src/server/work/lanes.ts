/** Share and concurrency of one lane. */
export interface LaneRule {
  /** Weight against the other lanes while all of them have work waiting. */
  readonly share: number;
  /** Pieces of work at once. */
  readonly atOnce: number;
}

/** The lane and caller that a piece of work counts for; callers of one lane take turns. */
export interface Place<Lane extends string> {
  readonly lane: Lane;
  readonly caller: string | number;
}

/** A queue of waiting work in weighted lanes, none of which starves. */
export interface Lanes<Lane extends string, Work extends Place<Lane>> {
  add(work: Work): void;
  /** Takes out what still waits. @returns False for what does not. */
  remove(work: Work): boolean;
  /** Takes out the next work, which counts as running until `end`. Null when none may begin now. */
  begin(): Work | null;
  /** Frees the place of work that `begin` gave. */
  end(work: Work): void;
}

interface LaneState<Work> {
  readonly rule: LaneRule;
  /** By caller, in the order of their turns; none without work. */
  readonly callers: Map<Place<string>['caller'], Work[]>;
  begun: number;
  /** Start of its next turn. */
  turn: number;
}

/**
 * Lanes share what there is by start-time fair queueing: one that begins to wait comes at once, and one of many turns
 * holds up no other for good.
 *
 * @param rules Of equal turns the first is next.
 */
export function createLanes<Lane extends string, Work extends Place<Lane>>(
  rules: Readonly<Record<Lane, LaneRule>>,
): Lanes<Lane, Work> {
  const states = Object.fromEntries(
    Object.entries<LaneRule>(rules).map(([lane, rule]) => [
      lane,
      { rule, callers: new Map(), begun: 0, turn: 0 },
    ]),
  ) as Record<Lane, LaneState<Work>>;
  const all = Object.values<LaneState<Work>>(states);
  let now = 0;

  const findNext = (): LaneState<Work> | null => {
    let next: LaneState<Work> | null = null;
    for (const state of all) {
      const mayBegin = state.callers.size > 0 && state.begun < state.rule.atOnce;
      if (mayBegin && (next === null || state.turn < next.turn)) next = state;
    }
    return next;
  };
  return {
    add(work) {
      const state = states[work.lane];
      if (state.callers.size === 0) state.turn = Math.max(state.turn, now);
      const waiting = state.callers.get(work.caller);
      if (waiting === undefined) state.callers.set(work.caller, [work]);
      else waiting.push(work);
    },
    remove(work) {
      const { callers } = states[work.lane];
      const waiting = callers.get(work.caller) ?? [];
      const at = waiting.indexOf(work);
      if (at === -1) return false;
      waiting.splice(at, 1);
      if (waiting.length === 0) callers.delete(work.caller);
      return true;
    },
    begin() {
      const state = findNext();
      const [first] = state?.callers ?? [];
      if (state === null || first === undefined) return null;
      const [caller, waiting] = first;
      const work = waiting.shift();
      // Whoever has more comes after the others.
      state.callers.delete(caller);
      if (waiting.length > 0) state.callers.set(caller, waiting);
      now = Math.max(now, state.turn);
      state.turn += 1 / state.rule.share;
      state.begun += 1;
      return work ?? null;
    },
    end(work) {
      states[work.lane].begun -= 1;
    },
  };
}
