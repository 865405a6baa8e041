import { expect, test } from 'vitest';
import { LATE_TEXTS } from '../../support/late-texts.ts';

test.each([
  ['loading', 'Loading renders...', 'Cargando renders...'],
  ['none', 'No renders found.', 'No se han encontrado renders.'],
  ['failed', 'Error loading renders.', 'Error al cargar los renders.'],
  ['back', 'Back to Gallery', 'Volver a la galería'],
  ['noText', 'N/A', 'N/D'],
  ['noMasks', 'No masks applied to this render.', 'No se aplicó ninguna máscara a este render.'],
] as const)('S1 2.5: the text for “%s” is the specification’s, and is said in Spanish', (key, en, es) => {
  expect(LATE_TEXTS.en.gallery[key]).toBe(en);
  expect(LATE_TEXTS.es.gallery[key]).toBe(es);
});

test('how long pictures are kept is said in one sentence', () => {
  const of = (days: number) => [LATE_TEXTS.en.gallery.keptFor(days), LATE_TEXTS.es.gallery.keptFor(days)];
  expect(of(90)).toEqual([
    'Renders without a star are kept for at least 90 days.',
    'Los renders sin estrella se conservan al menos 90 días.',
  ]);
  expect(of(1)).toEqual([
    'Renders without a star are kept for at least 1 day.',
    'Los renders sin estrella se conservan al menos 1 día.',
  ]);
});
