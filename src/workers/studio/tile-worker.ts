import { createTraceWorker, type TraceRequest } from '../../tracer/trace-worker.ts';

/** The first message brings the way to the worker that leads. */
self.onmessage = ({ ports: [leader] }: MessageEvent<unknown>) => {
  if (leader === undefined) return;
  const worker = createTraceWorker((reply, transfer) => leader.postMessage(reply, { transfer }));
  leader.onmessage = ({ data }: MessageEvent<TraceRequest>) => worker.handle(data);
};
