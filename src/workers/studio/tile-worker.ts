import { createTraceWorker, type TraceRequest } from '../../tracer/trace-worker.ts';
import { createTaskQueue } from './create-task-queue.ts';

/** What the page tells it: the way to the worker that leads, once and first, and whether it is held. */
export interface TileOrder {
  readonly isPaused: boolean;
}

let leader: MessagePort | null = null;
const worker = createTraceWorker(
  (reply, transfer) => leader?.postMessage(reply, { transfer }),
  createTaskQueue(),
);

self.onmessage = ({ data, ports: [way] }: MessageEvent<TileOrder>) => {
  worker.setPaused(data.isPaused);
  if (way === undefined) return;
  leader = way;
  leader.onmessage = ({ data: request }: MessageEvent<TraceRequest>) => worker.handle(request);
};
