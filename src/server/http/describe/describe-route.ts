import type { FastifySchema } from 'fastify';
import type { Failure } from '../../../contract/failure.ts';
import { REQUEST_ID_HEADER } from '../../tracing/request-id.ts';
import { failureResponse } from '../failure-response.ts';
import { describeForm, type FormShape } from './describe-form.ts';
import { type JsonSchema, makeExample } from './make-example.ts';

/** What the document needs to know of a route beside its shapes. */
export interface RouteFacts {
  readonly url: string;
  readonly isPublic: boolean;
  readonly form?: FormShape | undefined;
}

/** Where a route belongs, by the word after /api/; what stands first in the page of the document. */
const TAGS: readonly (readonly [prefix: string, tag: string])[] = [
  ['/api/users/me/webhooks/', 'Webhooks'],
  ['/api/users/', 'Accounts'],
  ['/api/waitinglist/', 'Accounts'],
  ['/api/credits/', 'Credits'],
  ['/api/subscriptions/', 'Plans and payments'],
  ['/api/payments/', 'Plans and payments'],
  ['/api/project/batch-material-upload/', 'Libraries'],
  ['/api/project/', 'Projects'],
  ['/api/look/', 'Projects'],
  ['/api/environment/', 'Projects'],
  ['/api/model-material-versions/', 'Projects'],
  ['/api/model/', 'Models and pictures'],
  ['/api/picture/', 'Models and pictures'],
  ['/api/chunked-upload/', 'Models and pictures'],
  ['/files/', 'Models and pictures'],
  ['/api/render', 'Renders'],
  ['/api/recipe-files/', 'Renders'],
  ['/ws/', 'Renders'],
  ['/api/notices/', 'Notices'],
  ['/api/notifications/', 'Notices'],
  ['/api/feedback/', 'Feedback'],
  ['/api/staff/', 'Staff'],
  ['/api/restore/', 'First start'],
  ['/api/category/', 'Libraries'],
  ['/api/material/', 'Libraries'],
  ['/api/background/', 'Libraries'],
  ['/api/style/', 'Libraries'],
];
const INSTANCE = 'Instance';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  200: 'What was asked for.',
  201: 'It was made.',
  202: 'It was taken, and is done later.',
  204: 'It was done, and there is nothing to say.',
  503: 'Not now.',
};

/** The shapes of a route as JSON Schema, with its tag, an example of each body, and the failures that any caller may meet. */
export function describeRoute(schema: FastifySchema, route: RouteFacts): FastifySchema {
  const form = route.form && describeForm(route.form);
  const body = form ?? (schema.body as JsonSchema | undefined);
  return {
    ...schema,
    tags: [tagOf(route.url)],
    ...(route.isPublic ? { security: [] } : {}),
    ...(form === undefined ? {} : { consumes: ['multipart/form-data'] }),
    ...(body === undefined ? {} : { body: form ?? withExample(body) }),
    response: { ...describeFailures(schema, route), ...describeAnswers(schema.response) },
  };
}

function tagOf(url: string): string {
  return TAGS.find(([prefix]) => url.startsWith(prefix))?.[1] ?? INSTANCE;
}

function withExample<S extends JsonSchema>(schema: S): S & { examples: unknown[] } {
  return { ...schema, examples: [makeExample(schema)] };
}

function describeAnswers(response: unknown): Record<string, unknown> {
  const answers = (response ?? { 200: {} }) as Record<string, JsonSchema>;
  return Object.fromEntries(
    Object.entries(answers).map(([status, shape]) => {
      const description = DESCRIPTIONS[status] ?? 'An answer.';
      const isSaid = shape.type !== undefined || shape.anyOf !== undefined || shape.oneOf !== undefined;
      return [status, { description, ...(isSaid ? withExample(shape) : { type: 'null' }) }];
    }),
  );
}

const REQUEST_ID = `With a status from 500 on, but for maintenance: the number of the call, as the header \`${REQUEST_ID_HEADER}\` of the answer says it. Whoever
runs the server finds the call's lines in the log by it (\`"reqId"\`).`;
const ERROR_BODY = {
  type: 'object',
  properties: {
    error: { type: 'string' },
    detail: { type: 'string' },
    code: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    data: { type: 'object', additionalProperties: {} },
    request_id: { type: 'string', description: REQUEST_ID },
  },
  required: ['error', 'detail', 'code'],
};

/** The failures of the way in; those of a use case stand in the `Failure` union. */
function describeFailures(schema: FastifySchema, { url, isPublic }: RouteFacts): Record<string, unknown> {
  const failures: Failure[] = [];
  if (schema.body !== undefined || schema.querystring !== undefined)
    failures.push({ code: 'invalid-request', fields: { name: 'It is missing.' } });
  if (!isPublic) failures.push({ code: 'not-authenticated' });
  if (url.startsWith('/api/staff/')) failures.push({ code: 'forbidden' });
  if (schema.params !== undefined) failures.push({ code: 'not-found' });
  if (url.startsWith('/api/')) failures.push({ code: 'rate-limited', retryAfterSeconds: 30 });
  failures.push({ code: 'server-unready' });
  return Object.fromEntries(
    failures.map((failure) => {
      const { status, body } = failureResponse(failure);
      return [status, { ...ERROR_BODY, description: body.error, examples: [body] }];
    }),
  );
}
