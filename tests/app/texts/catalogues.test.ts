import { expect, test } from 'vitest';
import { en } from '../../../src/app/texts/en/common.ts';
import { es } from '../../../src/app/texts/es/common.ts';
import { LATE_TEXTS } from '../../support/late-texts.ts';

/** Every sentence with its key; functions are called with numbers and words that suit any of them. */
function listSentences(node: unknown, path: string): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function') return [[path, String(node(2, 3))]];
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) =>
    listSentences(value, path === '' ? key : `${path}.${key}`),
  );
}

const english = new Map(listSentences({ ...en, ...LATE_TEXTS.en }, ''));
const spanish = new Map(listSentences({ ...es, ...LATE_TEXTS.es }, ''));

test('both catalogues have the same keys and no empty sentence', () => {
  expect([...spanish.keys()].sort()).toEqual([...english.keys()].sort());
  expect([...english, ...spanish].filter(([, text]) => text.trim() === '')).toEqual([]);
});

test('no sentence promises, begs or shouts, but where the specification does', () => {
  const verbatim = new Set([
    'project.savedToast',
    'project.modelSaved',
    'project.syncBusy',
    'libraries.uploadedToast.background',
    'arrival.done',
    'arrival.doneInEdit',
  ]);
  const wrong = [...english, ...spanish].filter(
    ([key, text]) =>
      !verbatim.has(key) && /coming soon|próximamente|please wait|espera, por favor|!/i.test(text),
  );
  expect(wrong).toEqual([]);
});

test('what explains a setting is a sentence, and ends as one', () => {
  const wrong = [...english, ...spanish].filter(
    ([key, text]) => /Help(\.[\w-]+)?$/.test(key) && !/[.?…]$/.test(text) && !text.startsWith('https://'),
  );
  expect(wrong).toEqual([]);
});

test('Spanish questions and exclamations open with their sign', () => {
  const wrong = [...spanish].filter(
    ([, text]) => (/\?/.test(text) && !/¿/.test(text)) || (/!/.test(text) && !/¡/.test(text)),
  );
  expect(wrong).toEqual([]);
});

test('in Spanish a backup is of a day with its article', () => {
  const { restoredKept, restoredOrdered } = LATE_TEXTS.es.conflicts;
  for (const say of [restoredKept, restoredOrdered])
    expect(say('28 nov 2026, 14:02')).toContain('una copia de seguridad del 28 nov 2026, 14:02');
});

test.each([
  ['No materials available', en.materials.empty],
  ['Selected for render (Priority 2)', en.selection.automatic(2)],
  ['Filter by Material:', en.objects.filter],
  ['Show All', en.objects.showAll],
  ['Select a Material', LATE_TEXTS.en.libraries.titles.material],
  ['Select a Background', LATE_TEXTS.en.libraries.titles.background],
  ['Select a Style', LATE_TEXTS.en.libraries.titles.style],
  ['No backgrounds found.', LATE_TEXTS.en.libraries.empty.background],
  ['No styles available.', LATE_TEXTS.en.libraries.empty.style],
  ['No styles found in this category.', LATE_TEXTS.en.libraries.emptyCategory.style],
  ['Could not load materials.', LATE_TEXTS.en.libraries.errors.material],
  ['Could not load styles.', LATE_TEXTS.en.libraries.errors.style],
  ['Seed must be a positive integer.', en.advanced.seedInvalid],
  ['Idle', en.loader.idle],
  ['Ready', en.loader.ready],
  ['No servers available', en.loader.noServers],
  ['Starting', en.loader.starting],
  ['Starting server...', en.loader.startingServer],
  ['Assigning engine...', en.loader.assigningEngine],
  ['Processing...', en.loader.processing],
  ['Queued', en.loader.queued],
  ['Render failed', en.loader.failed],
  ['Reconnecting to Render Engine...', en.loader.reconnecting],
  ['Render with AI', en.order.renderAi],
  ['Generating AI image...', en.loader.nodes.sample],
  ['Decoding image...', en.loader.nodes.decode],
  ['Loading reference...', en.loader.nodes['send-images']],
  ['Processing prompt...', en.loader.nodes['encode-prompt']],
  ['Loading AI model...', en.loader.nodes['load-ai-model']],
  ['Saving render...', en.loader.nodes.save],
  ['Queue position: 3', en.loader.queuePosition(3)],
  ['0 queued', en.loader.queuedCount(0)],
  ['6 completed', en.loader.completedCount(6)],
  ['2x', en.carousel.batch(2)],
  ['No renders found.', en.carousel.empty],
  ['No other project renders to display.', LATE_TEXTS.en.result.noOthers],
  ['No masks applied to this render.', LATE_TEXTS.en.result.noMasks],
  ['N/A', LATE_TEXTS.en.result.snapshotMissing],
  ['Could not load render details. Please try again.', LATE_TEXTS.en.result.notFound],
  ['Best', LATE_TEXTS.en.pricing.best],
  ['Contact us', LATE_TEXTS.en.pricing.contact],
  ['Educational Plan Inquiry', LATE_TEXTS.en.pricing.subject],
  ['Buy', LATE_TEXTS.en.packs.buy],
  ['Processing...', LATE_TEXTS.en.packs.processing],
  ['No credit packs available.', LATE_TEXTS.en.packs.none],
  ['Error loading credit packs.', LATE_TEXTS.en.packs.failed],
  ['Credit purchase successfully completed!', LATE_TEXTS.en.arrival.done],
  ['Credits purchased successfully!', LATE_TEXTS.en.arrival.doneInEdit],
  ['Cargando planes de suscripción...', LATE_TEXTS.es.pricing.loading],
  ['Error al cargar los planes', LATE_TEXTS.es.pricing.failed],
  [
    'No se pudieron cargar los planes de suscripción. Por favor, intenta de nuevo.',
    LATE_TEXTS.es.pricing.failedHint,
  ],
  ['Reintentar', es.ui.retry],
  ['Confirmar borrado', es.ui.confirm.title],
  ['Sí, eliminar', es.ui.confirm.accept],
  ['Cancelar', es.ui.confirm.cancel],
  ['Ocultar objeto', es.objects.hide],
  ['Mostrar objeto', es.objects.show],
  ['Error al cargar el modelo', es.models.loadError],
  ['Error al cargar los fondos.', LATE_TEXTS.es.libraries.errors.background],
  ['No se pudo descargar la imagen. Intenta abrirla en otra pestaña.', LATE_TEXTS.es.result.downloadFailed],
  ['Error al cargar la ficha técnica', LATE_TEXTS.es.result.sheetFailed],
  ['Información del render no disponible.', LATE_TEXTS.es.downloads.unavailable],
])('the specification’s own words stand: %s', (literal, text) => {
  expect(text).toBe(literal);
});

test('the starting messages follow the attempts', () => {
  expect(en.loader.startingAttempts).toEqual([
    'Starting render server...',
    'Booting instance...',
    'Initializing render engine...',
    'Almost ready...',
  ]);
});

test('counts agree with their noun in both languages', () => {
  expect([en.materials.parts(1), en.materials.parts(1200)]).toEqual(['1 part', '1,200 parts']);
  expect([es.materials.parts(1), es.materials.parts(12_400)]).toEqual(['1 pieza', '12.400 piezas']);
  expect(es.loader.refunded(1)).toBe('Has recuperado 1 crédito.');
});
