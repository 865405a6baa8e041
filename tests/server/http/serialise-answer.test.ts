import fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerCompiler } from '../../../src/server/http/serialise-answer.ts';

const Row = z.object({ id: z.number(), tags: z.array(z.object({ name: z.string() })) });

function serve(answer: unknown) {
  const app = fastify();
  app.setSerializerCompiler(answerCompiler);
  app.get('/', { schema: { response: { 200: z.union([z.array(Row), Row]) } } }, async () => answer);
  return app.inject('/');
}

test('an answer carries what its shape names, and nothing else of the row it was made of', async () => {
  const row = { id: 1, password_hash: 'secret', tags: [{ name: 'oak', owner: 'secret' }] };
  const kept = { id: 1, tags: [{ name: 'oak' }] };
  expect((await serve(row)).body).toBe(JSON.stringify(kept));
  expect((await serve([row, kept])).body).toBe(JSON.stringify([kept, kept]));
});

test('an answer that is not in its shape is no answer', async () => {
  for (const wrong of [{ id: '1', tags: [] }, { id: 1 }, [{ id: 1, tags: [{}] }], null]) {
    const { statusCode, body } = await serve(wrong);
    expect(statusCode).toBe(500);
    expect(body).not.toContain('tags');
  }
});
