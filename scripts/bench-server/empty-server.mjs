import fastify from 'fastify';
import pg from 'pg';

// Routes that do nothing but ask the database as often as the product does: what one compares with.
const pool = new pg.Pool({ ...JSON.parse(process.env.CONNECTION), max: 10 });
const app = fastify();
// The body of an order is read, and that is all.
app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
  payload.resume();
  payload.on('end', () => done(null, null));
});
const answer = async (request) => {
  const client = await pool.connect();
  try {
    for (let left = Number(request.params.count); left > 0; left -= 1) await client.query('select 1');
  } finally {
    client.release();
  }
  return { ok: true };
};
app.get('/:count', answer);
app.post('/:count', answer);
await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`ready ${app.server.address().port}`);
