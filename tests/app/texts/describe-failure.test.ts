import { expect, test } from 'vitest';
import { describeError, describeFailure } from '../../../src/app/texts/describe-failure.ts';
import { enFailures } from '../../../src/app/texts/en-failures.ts';
import { esFailures } from '../../../src/app/texts/es-failures.ts';
import { textsOf } from '../../../src/app/texts/load-texts.ts';
import { AppError, type Failure } from '../../../src/contract/failure.ts';

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
  };
  /** Reasons that are one of a few words. */
  const reasons: Readonly<Record<string, string>> = {
    'archive-refused': 'not-a-zip',
    'archive-entry-refused': 'damaged',
    'recipe-unreadable': 'damaged',
    'project-file-refused': 'damaged',
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

test('Spanish says why in Spanish, or leaves out what has no words there', () => {
  const say = (reason: string) => describeFailure(spanish, { code: 'model-unreadable', reason });
  expect(say('not a GLB file')).toContain('leer: no es un archivo GLB. No');
  expect(say('GLB version 1, only 2 can be read')).toContain('leer: es GLB 1 y solo se puede leer GLB 2.');
  expect(say('it needs the file textures/oak.png')).toContain('leer: necesita el archivo textures/oak.png.');
  expect(say('the JSON chunk does not parse')).toContain('leer: su descripción JSON está dañada.');
  expect(say('the first chunk is not JSON')).toContain('leer: su descripción JSON está dañada.');
  expect(say('a chunk is longer than the file')).toContain('leer: el archivo está incompleto.');
  expect(say('bufferView 3 is outside its buffer')).toContain('leer: sus datos están dañados.');
  expect(say('positions are not finite numbers')).toContain('posiciones que no son números');
  expect(say('Cannot read properties of undefined')).toContain('se pueda leer. No');
  const tooComplex: Failure = { code: 'model-too-complex', reason: 'more than 1000000 triangles' };
  expect(describeFailure(spanish, tooComplex)).toContain('dispositivo: tiene más de 1.000.000 triángulos.');
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
