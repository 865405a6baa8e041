import { parentPort } from 'node:worker_threads';
import { createTraceWorker } from '../../../tracer/trace-worker.ts';

const worker = createTraceWorker((message, transfer) => parentPort?.postMessage(message, transfer));
parentPort?.on('message', worker.handle);
