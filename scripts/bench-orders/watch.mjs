import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

// Loaded into the product before it starts: tells whoever asks on WATCH_PORT what its process waits for.
if (isMainThread) {
  createServer((_request, response) => {
    const counts = {};
    for (const name of process.getActiveResourcesInfo()) counts[name] = (counts[name] ?? 0) + 1;
    response.end(JSON.stringify(counts));
  })
    .listen(Number(process.env.WATCH_PORT), '127.0.0.1')
    .unref();
}
