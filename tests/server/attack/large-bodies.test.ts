import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { type JsonSchema, makeExample } from '../../../src/server/http/describe/make-example.ts';
import { listPlaces, withPart } from '../../support/attack/json-schema.ts';
import { listCalls } from '../../support/attack/list-calls.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import { makeStaff } from '../../support/staff.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

const isThorough = process.env.ATTACK === 'thorough';
const BYTES = isThorough ? 3_600_000 : 200_000;
const ANSWER_MAX_BYTES = 4_096;

/** The example with a list of mistakes at `path`, as many as go into the body. */
function fillWith(schema: JsonSchema, path: readonly (string | number)[], mistake: unknown): string {
  const count = Math.floor(BYTES / (JSON.stringify(mistake).length + 1));
  return JSON.stringify(withPart(makeExample(schema), path, Array(count).fill(mistake)));
}

test('a body of nothing but mistakes is refused in a few words, whichever list it is for', {
  timeout: isThorough ? 1_800_000 : 120_000,
}, async () => {
  const staff = await makeStaff(server);
  const { id } = await server.get<ProjectBody>(staff, '/api/project/active/');
  const pauses: [number, string][] = [];
  const seen: [number, string][] = [];
  for (const { method, path, body } of listCalls(server.routes)) {
    if (body === null) continue;
    const lists = listPlaces(body).filter(({ schema }) => [schema.type].flat().includes('array'));
    for (const { path: place } of lists) {
      for (const mistake of isThorough ? ['a', {}] : ['a']) {
        const delay = monitorEventLoopDelay({ resolution: 5 });
        const payload = fillWith(body, place, mistake);
        delay.enable();
        const answer = await server.app.inject({
          method,
          url: path.replace(':id', String(id)).replace(/:\w+/, '0b4f4b1c-3f0e-4c57-9a3c-2f1f0c3f9d10'),
          headers: { ...staff.headers, 'content-type': 'application/json' },
          payload,
        });
        delay.disable();
        const name = `${method} ${path} ${place.join('.')}: ${JSON.stringify(mistake)}`;
        pauses.push([Math.round(delay.max / 1e6), name]);
        seen.push([answer.statusCode, name]);
        expect(answer.rawPayload.byteLength, name).toBeLessThanOrEqual(ANSWER_MAX_BYTES);
      }
    }
  }
  if (isThorough) {
    console.log(pauses.sort(([a], [b]) => b - a).slice(0, 10));
  }
  expect(seen.length).toBeGreaterThan(20);
  expect(seen.filter(([status]) => status !== 400 && status !== 413)).toEqual([]);
});
