import { createHash, randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import pg from 'pg';

// What the product is compared with: a bare Fastify that asks the same database the very statements that the product asks
// for a call, each prepared once, and answers the same bytes. It validates nothing and authenticates nobody.
const pool = new pg.Pool({ ...JSON.parse(process.env.CONNECTION), max: 10, application_name: 'peer' });
const app = fastify({ bodyLimit: 64 * 1024 ** 2 });
/** By name: statements with the values they had, the answer as an object, and the id of the order that they placed. */
const calls = new Map();
app.post('/calls/:name', async (request) => {
  const { statements, ...call } = request.body;
  const named = statements.map((one) => ({
    ...one,
    name: createHash('sha1').update(one.text).digest('hex'),
  }));
  calls.set(request.params.name, { ...call, statements: named });
  return {};
});
app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);

app.get('/:name', async (request) => {
  const { statements, answer } = calls.get(request.params.name);
  await replay(statements);
  return answer;
});

// What an order brings is kept as every server keeps what it promises to have: in a synced file.
app.post('/:name', async (request, reply) => {
  const { statements, answer, placed } = calls.get(request.params.name);
  await keep(request.body);
  await replay(statements, placed);
  return reply.code(202).send(answer);
});

async function replay(statements, placed) {
  const client = await pool.connect();
  try {
    let made;
    for (const { name, text, values } of statements) {
      const now = made === undefined ? values : values.map((value) => rename(value, placed, made));
      const { rows } = await client.query({ name, text, values: now, rowMode: 'array' });
      if (placed !== undefined && made === undefined && /insert into "?renders"? /.test(text))
        made = rows[0][0];
    }
  } finally {
    client.release();
  }
}

/** A value that names the order that was written down, so that it names the one that is placed now. */
function rename(value, placed, made) {
  if (value === placed) return made;
  if (typeof value !== 'string') return value;
  const [from, to] = [placed, made].map((id) => id.toString(16).padStart(12, '0'));
  return value
    .replaceAll(from, to)
    .replaceAll(`render:${placed}`, `render:${made}`)
    .replaceAll(`"renderId":${placed}`, `"renderId":${made}`);
}

async function keep(bytes) {
  const file = await open(join(process.env.FOLDER ?? tmpdir(), randomUUID()), 'wx');
  try {
    await file.write(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`ready ${app.server.address().port}`);
