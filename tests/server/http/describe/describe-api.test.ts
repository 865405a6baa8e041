import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { startTestServer, type TestServer } from '../../../support/server.ts';

interface Content {
  readonly example?: unknown;
  readonly schema: unknown;
}
interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Content>> }>
  >;
}

let server: TestServer;
let calls: [name: string, operation: Operation][];
beforeAll(async () => {
  server = await startTestServer();
  const { paths } = (await server.app.inject('/api/docs/json')).json() as {
    paths: Record<string, Record<string, Operation>>;
  };
  calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
});
afterAll(() => server.stop());

const namesOf = (which: (operation: Operation) => boolean) =>
  calls.filter(([, operation]) => which(operation)).map(([name]) => name);

test('every call says in a sentence what it does, and where it belongs', () => {
  expect(calls.length).toBeGreaterThan(140);
  expect(namesOf(({ summary }) => !/^[A-Z][^.]{8,80}$/.test(summary ?? ''))).toEqual([]);
  expect(namesOf(({ tags }) => tags?.length !== 1)).toEqual([]);
  const instance = namesOf(({ tags }) => tags?.[0] === 'Instance');
  expect(instance.filter((name) => !/health|ready|config|version/.test(name))).toEqual([]);
});

test('every call has an example of what it answers, and of a failure in the shape of all failures', () => {
  const without = namesOf(({ responses }) =>
    Object.entries(responses).some(
      ([, { content }]) =>
        content !== undefined && Object.values(content).some(({ example }) => example === undefined),
    ),
  );
  expect(without).toEqual([]);
  const failures = calls.map(([name, { responses }]) => [
    name,
    Object.entries(responses).filter(([status]) => Number(status) >= 400 && status !== '503').length,
  ]);
  expect(
    failures.filter(([name, count]) => count === 0 && !/ready|version|files|ws/.test(String(name))),
  ).toEqual([]);
});

test('what is sent as a form stands there with its files', () => {
  const forms = calls.flatMap(([name, { requestBody }]) =>
    requestBody?.content['multipart/form-data'] === undefined ? [] : [name],
  );
  const uploads = calls.flatMap(([name]) =>
    /^POST .*(chunked-upload\/$|batch-material|texture|picture\/$|feedback\/$|\/(material|background|style|render)\/$)|avatar/.test(
      name,
    ) && !/DELETE|staff/.test(name)
      ? [name]
      : [],
  );
  expect(uploads.length).toBeGreaterThan(8);
  expect(uploads.filter((name) => !forms.includes(name))).toEqual([]);
});

test('what programs are told stands there as well, with its signature and its shape', async () => {
  const { webhooks } = (await server.app.inject('/api/docs/json')).json();
  expect(Object.keys(webhooks)).toEqual(['render.finished', 'render.failed', 'test']);
  for (const { post } of Object.values<{ post: object }>(webhooks))
    expect(post).toMatchObject({
      parameters: [{ name: 'vitrine-signature', in: 'header' }],
      requestBody: {
        content: {
          'application/json': { schema: { type: 'object', required: ['id', 'type', 'created', 'data'] } },
        },
      },
    });
});

test('what stands there as an example of a body, the server takes', () => {
  const routes: readonly RouteOptions[] = server.routes;
  const refused = routes.flatMap((route) => {
    const shape = (route.schema as { body?: z.ZodType } | undefined)?.body;
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    return [route.method].flat().flatMap((method) => {
      const body = calls.find(([name]) => name === `${method} ${path}`)?.[1].requestBody;
      if (shape === undefined || body === undefined) return [];
      const examples = Object.values(body.content).map(({ example }) => example);
      return examples.every((example) => shape.safeParse(example).success) ? [] : [`${method} ${path}`];
    });
  });
  expect(refused).toEqual([]);
});
