import { expect, test } from 'vitest';
import { describeError, describeFailure } from '../../../src/app/texts/describe-failure.ts';
import { enFailures } from '../../../src/app/texts/en/failures.ts';
import { esFailures } from '../../../src/app/texts/es/failures.ts';
import { errorDetails, failureDetails } from '../../../src/app/texts/failure-details.ts';
import { textsOf } from '../../../src/app/texts/load-texts.ts';
import { AppError, type Failure } from '../../../src/contract/failure.ts';
import { COMPLEXITY_REASONS, MODEL_REASONS } from '../../../src/contract/failure-reasons.ts';

const english = textsOf('en');
const spanish = textsOf('es');

test('every failure has its own sentence in each language', () => {
  const data = {
    name: 'chair.glb',
    sizeBytes: 3e9,
    maxBytes: 2e9,
    extension: '.fbx',
    reason: 'short',
    features: ['skins'],
    missing: [{ uri: 'chair.bin' }],
    fields: { email: 'wrong' },
    retryAfterSeconds: 30,
    status: 502,
    body: 'down',
    step: 'part',
    failure: { code: 'forbidden' },
    limit: 3,
    freeAt: '2026-06-01T12:00:00Z',
    kind: 'looks',
    message: 'Back at noon.',
    names: ['Walnut'],
  };
  /** Reasons that are one of a few words. */
  const reasons: Readonly<Record<string, string>> = {
    'archive-refused': 'not-a-zip',
    'archive-entry-refused': 'damaged',
    'recipe-unreadable': 'damaged',
    'project-file-refused': 'damaged',
    'environment-refused': 'dark',
    'return-refused': 'returned',
    'provider-refused': 'answer',
    'model-unreadable': 'cut-short',
    'model-too-complex': 'triangles',
  };
  for (const code of Object.keys(enFailures) as Failure['code'][]) {
    const failure = { code, ...data, reason: reasons[code] ?? data.reason } as unknown as Failure;
    const sentences = [describeFailure(english, failure), describeFailure(spanish, failure)];
    expect(sentences[0]).not.toBe(sentences[1]);
    for (const sentence of sentences) expect(sentence).toMatch(/\S.{5}/);
    expect(sentences.join()).not.toContain('undefined');
  }
  expect(Object.keys(esFailures).sort()).toEqual(Object.keys(enFailures).sort());
});

test('every reason against a model says what is wrong and what to do, and keeps its technical part apart', () => {
  const failures: Failure[] = [
    ...MODEL_REASONS.map((reason) => ({ code: 'model-unreadable' as const, reason, details: 'accessor 0' })),
    ...COMPLEXITY_REASONS.map((reason) => ({
      code: 'model-too-complex' as const,
      reason,
      details: 'accessor 0',
    })),
  ];
  const sentences = failures.flatMap((failure) => {
    expect(failureDetails(failure)).toBe('accessor 0');
    return [describeFailure(english, failure), describeFailure(spanish, failure)];
  });
  expect(new Set(sentences).size).toBe(sentences.length);
  for (const sentence of sentences) {
    expect(sentence).not.toMatch(/accessor|JSON|index|undefined/);
    expect(sentence.match(/\. /g)?.length).toBeGreaterThanOrEqual(2);
    expect(sentence).toMatch(/(Nothing was changed|No se ha cambiado nada)\.$/);
  }
});

test('a reason that is kept from another version still has a sentence', () => {
  const failure = {
    code: 'model-unreadable',
    reason: 'the file is cut short',
    details: '',
  } as unknown as Failure;
  expect(describeFailure(english, failure)).toContain('does not fit together');
});

test('refused fields have the names of the panel, and the words of the schema stand in the details', () => {
  const failure: Failure = {
    code: 'invalid-request',
    fields: { 'scene.modelHash': 'expected never, received string', positive_prompt: 'Too big' },
  };
  expect(describeFailure(english, failure)).toContain(': 3D model and Prompt.');
  expect(describeFailure(spanish, failure)).toContain(': Modelo 3D y Prompt.');
  expect(failureDetails(failure)).toContain('scene.modelHash: expected never, received string');
  const unknown: Failure = { code: 'invalid-request', fields: { 'Idempotency-Key': 'is too long' } };
  expect(describeFailure(english, unknown)).not.toContain('Idempotency');
});

test('the sentences carry what is known, in the language’s own numbers', () => {
  const failure: Failure = {
    code: 'file-too-large',
    name: 'chair.glb',
    sizeBytes: 2_500_000_000,
    maxBytes: 2e9,
  };
  expect(describeFailure(english, failure)).toContain('2.5\u00a0GB');
  expect(describeFailure(spanish, failure)).toContain('2,5\u00a0GB');
});

test('the specification’s own words stand', () => {
  expect(describeFailure(english, { code: 'credits-insufficient', price: 400, balance: 0 })).toBe(
    "You don't have enough credits to render. Please purchase more credits to continue.",
  );
  expect(describeFailure(spanish, { code: 'not-authenticated' })).toBe(
    'Usuario no autenticado o sesión expirada.',
  );
  expect(describeFailure(spanish, { code: 'response-unexpected' })).toBe(
    'Formato de respuesta inesperado del servidor.',
  );
  expect(describeFailure(spanish, { code: 'file-format-unsupported', extension: '.fbx' })).toBe(
    'Formato no soportado: .fbx',
  );
  expect(describeFailure(english, { code: 'credentials-wrong' })).toBe('Invalid credentials');
});

test('a bug does not show its insides', () => {
  expect(describeError(english, new TypeError('x is not a function'))).toBe(english.t.errors.unexpected);
  expect(describeError(english, new AppError({ code: 'forbidden' }))).toBe('Your account may not do this.');
});

test('the technical part is had from what was thrown and from its failure alike, and of nothing there is none', () => {
  const failure: Failure = { code: 'invalid-request', fields: { 'scene.modelHash': 'Too big' } };
  expect(errorDetails(new AppError(failure))).toBe('scene.modelHash: Too big');
  expect(errorDetails(failure)).toBe('scene.modelHash: Too big');
  expect(errorDetails(new TypeError('x is not a function'))).toBe('TypeError: x is not a function');
  for (const none of [undefined, null, new AppError({ code: 'forbidden' })]) {
    expect(errorDetails(none)).toBeNull();
  }
});
