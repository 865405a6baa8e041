import type { AnyGraph } from './graph-shapes.ts';

/** As GET /queue tells it. */
export type Item = readonly [
  number: number,
  promptId: string,
  graph: AnyGraph,
  extraData: Record<string, unknown>,
  outputs: readonly string[],
];
export interface HistoryEntry {
  readonly prompt: Item;
  readonly outputs: Record<string, unknown>;
  readonly status: {
    readonly status_str: 'success' | 'error';
    readonly completed: boolean;
    readonly messages: readonly (readonly [string, object])[];
  };
  readonly meta: Record<string, unknown>;
}

/** One running job, the waiting ones in a heap as Python's heapq keeps them (unsorted to read), and the history. */
export class Queue {
  readonly history = new Map<string, HistoryEntry>();
  running: Item | null = null;
  private heap: Item[] = [];
  private counter = 0;
  private readonly changed: () => void;

  constructor(changed: () => void) {
    this.changed = changed;
  }

  get remaining(): number {
    return this.heap.length + (this.running ? 1 : 0);
  }

  pending(): readonly Item[] {
    return this.heap;
  }

  nextNumber(): number {
    return this.counter++;
  }

  put(item: Item): void {
    this.heap.push(item);
    siftUp(this.heap, this.heap.length - 1);
    this.changed();
  }

  take(): Item | null {
    const last = this.heap.pop();
    if (!last) return null;
    const [first] = this.heap;
    this.running = first ?? last;
    if (first) {
      this.heap[0] = last;
      siftDown(this.heap, 0);
    }
    this.changed();
    return this.running;
  }

  finish(entry: HistoryEntry | null): void {
    if (this.running && entry) this.history.set(this.running[1], entry);
    this.running = null;
    this.changed();
  }

  remove(promptId: string): boolean {
    const place = this.heap.findIndex((item) => item[1] === promptId);
    if (place < 0) return false;
    this.heap.splice(place, 1);
    for (let at = (this.heap.length >> 1) - 1; at >= 0; at--) siftDown(this.heap, at);
    this.changed();
    return true;
  }

  clearPending(): void {
    this.heap = [];
    this.changed();
  }

  /** As after a start of the program. */
  forget(): void {
    this.heap = [];
    this.running = null;
    this.counter = 0;
    this.history.clear();
  }
}

function isBefore(a: Item, b: Item): boolean {
  return a[0] !== b[0] ? a[0] < b[0] : a[1] < b[1];
}

function siftUp(heap: Item[], from: number): void {
  for (let at = from; at > 0; ) {
    const parent = (at - 1) >> 1;
    if (!isBefore(heap[at]!, heap[parent]!)) return;
    [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
    at = parent;
  }
}

function siftDown(heap: Item[], from: number): void {
  for (let at = from; ; ) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && isBefore(heap[child]!, heap[least]!)) least = child;
    }
    if (least === at) return;
    [heap[at], heap[least]] = [heap[least]!, heap[at]!];
    at = least;
  }
}
