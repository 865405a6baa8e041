import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFailure } from '../../../src/app/data/read-failure.ts';
import { describeFailure } from '../../../src/app/texts/describe-failure.ts';
import { failureDetails } from '../../../src/app/texts/failure-details.ts';
import { textsOf } from '../../../src/app/texts/load-texts.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';
import { makeStaff } from '../../support/staff.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  person = await makeStaff(server);
});
afterAll(() => server.stop());

interface Operation {
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
}
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly type?: string | readonly string[];
}

/** A value that fits a shape in its outlines, and is wrong wherever it ends. */
function spoil(schema: Schema, depth = 0): unknown {
  const { properties, anyOf, items, type } = schema;
  if (depth < 6 && properties !== undefined) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, spoil(inner, depth + 1)]),
    );
  }
  if (anyOf?.[0] !== undefined) return spoil(anyOf[0], depth);
  if (items !== undefined && depth < 6) return [spoil(items, depth + 1)];
  return type === 'string' ? { no: 'text' } : 'no such thing';
}

interface Refusal {
  readonly route: string;
  readonly failure: Failure;
}

/** Every refusal of a body that is none, of an empty one and of one that is wrong throughout, of every route. */
async function collectRefusals(): Promise<Refusal[]> {
  const document = await server.app.inject({ url: '/api/docs/json' });
  const { paths } = document.json<{ paths: Record<string, Record<string, Operation>> }>();
  const refusals: Refusal[] = [];
  for (const [path, operations] of Object.entries(paths)) {
    for (const [verb, { requestBody }] of Object.entries(operations)) {
      const method = verb.toUpperCase() as 'POST';
      const schema = requestBody?.content?.['application/json']?.schema;
      const bodies = [undefined, {}, [], ...(schema === undefined ? [] : [spoil(schema)])];
      for (const place of ['no-number', '1']) {
        const url = `${path.replaceAll(/\{[^}]+\}/g, place)}?limit=many&page=0&from=never&asset_type=none`;
        for (const body of method === ('GET' as string) ? [undefined] : bodies) {
          const answer = await server.app.inject({
            method,
            url,
            headers: {
              ...person.headers,
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            },
            ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
          });
          // It may have been the end of a session.
          if (answer.statusCode < 400 && method !== ('GET' as string)) person = await makeStaff(server);
          if (answer.statusCode < 400) continue;
          const response = new Response(answer.body, {
            status: answer.statusCode,
            headers: { 'content-type': 'application/json' },
          });
          refusals.push({ route: `${method} ${path}`, failure: await readFailure(response) });
        }
      }
    }
  }
  return refusals;
}

/** Words of a schema, and paths of its fields. */
const TECHNICAL =
  /expected|received|undefined|\bnull\b|\[object|invalid_type|regex|uuid|\bstring\b|\bbody\b|\w\.\w|_/i;

test('no refusal of any route brings a word of the schema to a person, in either language', async () => {
  const refusals = await collectRefusals();
  // Far fewer would mean that the routes are not reached any more.
  expect(refusals.filter(({ failure }) => failure.code === 'invalid-request').length).toBeGreaterThan(300);
  for (const { route, failure } of refusals) {
    for (const language of ['en', 'es'] as const) {
      expect(describeFailure(textsOf(language), failure), route).not.toMatch(TECHNICAL);
    }
    // What the server said stays to be had.
    if (failure.code === 'invalid-request') expect(failureDetails(failure), route).toMatch(/: \S/);
  }
});

test('a field is called as its label, and never as another one', () => {
  const say = (field: string) =>
    describeFailure(textsOf('en'), { code: 'invalid-request', fields: { [field]: 'Invalid input' } });
  expect(say('camera_views.0.pose.fovDegrees')).toContain('Views');
  expect(say('recipe.positivePrompt')).toContain('Prompt');
  expect(say('current')).toContain('Password');
  expect(say('invitation_token')).toContain('Invitation');
  for (const field of ['previewed_at', 'body', 'Idempotency-Key', 'is_global']) {
    expect(say(field)).toContain('The server could not use what was sent');
  }
});
