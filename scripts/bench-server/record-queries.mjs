import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

// Loaded into the product before it starts, and into its threads, which ask no database: writes down what it asks while
// somebody wants it. POST to RECORD_PORT begins, GET ends and answers the statements in their order.
if (isMainThread) {
  const { default: pg } = await import('pg');
  const { query } = pg.Client.prototype;
  let asked = null;
  pg.Client.prototype.query = function (config, values, done) {
    if (asked !== null) {
      const isText = typeof config === 'string';
      const given = (Array.isArray(values) ? values : undefined) ?? (isText ? [] : (config.values ?? []));
      asked.push({ text: isText ? config : config.text, values: given });
    }
    return query.call(this, config, values, done);
  };
  createServer((request, response) => {
    response.end(JSON.stringify(asked));
    asked = request.method === 'POST' ? [] : null;
  })
    .listen(Number(process.env.RECORD_PORT), '127.0.0.1')
    .unref();
}
