import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

// Loaded into the product before it starts, and into its threads, which ask no database: counts what it asks, and tells
// whoever asks on COUNT_PORT.
if (isMainThread) {
  const { default: pg } = await import('pg');
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function (...args) {
    count += 1;
    return query.apply(this, args);
  };
  createServer((_request, response) => response.end(String(count)))
    .listen(Number(process.env.COUNT_PORT), '127.0.0.1')
    .unref();
}
