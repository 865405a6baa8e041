/** What may come first. */
export interface LaneRule {
  /** Turns it has where all lanes wait, as against the others. */
  readonly share: number;
  /** Pieces of work at once. */
  readonly atOnce: number;
}

/** Who waits with others: callers of one lane take turns. */
export interface Place<Lane extends string> {
  readonly lane: Lane;
  readonly caller: string | number;
}

/** Work that waits, in lanes that all get on. */
export interface Lanes<Lane extends string, Work extends Place<Lane>> {
  add(work: Work): void;
  /** Takes out what still waits. @returns False for what does not. */
  remove(work: Work): boolean;
  /** What is next; it counts as begun. Null when nothing waits that may begin now. */
  begin(): Work | null;
  /** What was begun is over. */
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
