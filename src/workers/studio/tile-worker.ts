import { createTraceWorker, type TraceRequest } from '../../tracer/trace-worker.ts';

const worker = createTraceWorker((reply, transfer) => self.postMessage(reply, { transfer }));
self.onmessage = ({ data }: MessageEvent<TraceRequest>) => worker.handle(data);
