import { expect, test } from 'vitest';
import {
  describeLoadError,
  describeStageFailure,
} from '../../../../src/app/features/stage/describe-load-failure.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { AppError, type Failure } from '../../../../src/contract/failure.ts';

const [english, spanish] = [textsOf('en'), textsOf('es')];
const cut: Failure = {
  code: 'model-unreadable',
  reason: 'cut-short',
  details: 'a chunk is longer than the file',
};

test('the sentence names the file and the reason, in the page’s language', () => {
  const say = (failure: Failure, texts = english) =>
    describeLoadError(texts, 'chair.glb', new AppError(failure));
  expect(say(cut)).toBe(
    'Error loading chair.glb: its end is missing, as after a download or a copy that broke off. Get the file again.',
  );
  expect(say(cut, spanish)).toMatch(/^Error cargando chair\.glb: le falta el final, .+\.$/);
  expect(say({ code: 'file-empty', name: 'chair.glb' })).toBe(
    '“chair.glb” is empty: get the file again. Nothing was changed.',
  );
  expect(say({ code: 'file-format-unsupported', extension: 'stl' }, spanish)).toBe(
    'Formato de archivo no soportado',
  );
  expect(say({ code: 'device-storage-full' })).toMatch(
    /^Error loading chair\.glb: The browser has no more room/,
  );
  expect(describeLoadError(english, 'chair.glb', new Error('bug'))).toMatch(/^Error loading chair\.glb: /);
});

test('a model that came from the server says so', () => {
  const failed = {
    name: 'chair.glb',
    failure: cut,
    isUnfetched: false,
    address: '/files/chair?exp=1&sig=2',
    hasFallback: false,
    isClosed: false,
  };
  expect(describeStageFailure(spanish, failed)).toMatch(
    /^Fallo al cargar modelo desde URL: le falta el final/,
  );
  expect(describeStageFailure(english, { ...failed, address: null })).toContain('chair.glb');
});

test('an address that gave nothing is named without what signs it; without one nobody has the model', () => {
  const byHash = { address: `/files/${'0123456789abcdef'.repeat(4)}?exp=1` };
  const gone: Failure = { code: 'not-found' };
  const failed = {
    name: 'chair.glb',
    failure: gone,
    isUnfetched: true,
    address: '/files/chair?exp=1&sig=2',
    hasFallback: false,
    isClosed: false,
  };
  expect(describeStageFailure(spanish, failed)).toBe(
    'Fallo al cargar modelo desde /files/chair: Esto ya no está en el servidor.',
  );
  expect(describeStageFailure(english, { ...failed, ...byHash })).toMatch(
    /^Failed to load model from \/files\/01234567…: /,
  );
  expect(describeStageFailure(english, { ...failed, address: null })).toMatch(
    /^The model could not be loaded/,
  );
  const lost: Failure = { code: 'server-unreachable' };
  expect(describeStageFailure(english, { ...failed, failure: lost, address: null })).toMatch(
    /^Failed to load model from URL: /,
  );
});
