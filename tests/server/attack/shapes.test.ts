import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ProjectFile } from '../../../src/contract/files/project-file.ts';
import { FeedbackContext, FeedbackFields } from '../../../src/contract/http/feedback.ts';
import { UploadItemFields } from '../../../src/contract/http/libraries.ts';
import { MaskFields } from '../../../src/contract/http/mask-fields.ts';
import { FileMaterialFields } from '../../../src/contract/http/model-materials.ts';
import { RenderGroup, RenderOrderFields, ViewIds } from '../../../src/contract/http/render-orders.ts';
import { UploadPartFields } from '../../../src/contract/http/uploads.ts';
import { CameraPose, RenderSpec, SceneSpec } from '../../../src/contract/render-spec.ts';
import type { JsonSchema } from '../../../src/server/http/describe/make-example.ts';
import { listPlaces } from '../../support/attack/json-schema.ts';
import { listCalls } from '../../support/attack/list-calls.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** What comes in forms and files, which the document does not describe. */
const FORMS = {
  RenderOrderFields,
  MaskFields,
  RenderGroup,
  ViewIds,
  SceneSpec,
  CameraPose,
  RenderSpec,
  ProjectFile,
  UploadItemFields,
  UploadPartFields,
  FileMaterialFields,
  FeedbackFields,
  FeedbackContext,
};

/** Where a value may be of any size, or of none that can be kept. */
function findUnbounded(name: string, schema: JsonSchema): string[] {
  return listPlaces(schema, true).flatMap(({ path, schema: part }) => {
    const place = [name, ...path].join('.');
    const types = [part.type].flat();
    const isChoice = part.const !== undefined || part.enum !== undefined;
    if (types.includes('string') && !isChoice) {
      const isBounded = part.maxLength !== undefined || part.pattern !== undefined || part.format === 'uuid';
      if (!isBounded) return [`${place}: a text of any length`];
    }
    const isNumber = types.includes('integer') || types.includes('number');
    if (isNumber && !isChoice && (part.minimum === undefined || part.maximum === undefined)) {
      return [`${place}: a number of any size`];
    }
    if (types.includes('array') && part.prefixItems === undefined && part.maxItems === undefined) {
      return [`${place}: a list of any length`];
    }
    return [];
  });
}

test('whatever the server takes is bounded: texts, numbers and lists of every call and form', () => {
  const ofCalls = listCalls(server.routes).flatMap(({ method, path, params, query, body }) => [
    ...Object.entries({ ...params, ...query }).flatMap(([name, schema]) =>
      findUnbounded(`${method} ${path} ${name}`, schema),
    ),
    ...(body === null ? [] : findUnbounded(`${method} ${path}`, body)),
  ]);
  const ofForms = Object.entries(FORMS).flatMap(([name, shape]) =>
    findUnbounded(name, z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as JsonSchema),
  );
  expect([...ofCalls, ...ofForms]).toEqual([]);
});
