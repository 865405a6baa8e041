import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { createCategory } from '../../../src/app/features/libraries/create-category.ts';
import { deleteItem } from '../../../src/app/features/libraries/delete-item.ts';
import {
  describeAssetsError,
  describeCategories,
  describeModalError,
} from '../../../src/app/features/libraries/describe-library-error.ts';
import { planUpload } from '../../../src/app/features/libraries/plan-upload.ts';
import { uploadImage } from '../../../src/app/features/libraries/upload-image.ts';
import { createUploadList } from '../../../src/app/features/libraries/upload-list.ts';
import { describeLeftOut, openZipUpload } from '../../../src/app/features/libraries/upload-zip.ts';
import { categoriesQuery, libraryQuery } from '../../../src/app/scene/library.ts';
import { unassignItem } from '../../../src/app/stories/unassign-item.ts';
import type { AssetType } from '../../../src/contract/http/libraries.ts';
import { createFakeOutside, createTestApp, until } from '../../support/fake-outside.ts';
import { makeLibraryItem } from '../../support/library-items.ts';
import { createLibraryServer, type LibraryServer, refusal } from '../../support/library-server.ts';

type Language = 'es' | 'en';

/** A signed-in person in front of the libraries. */
interface Scene extends LibraryServer {
  readonly app: App;
}

const { signal } = new AbortController();
const file = (name: string, text = 'picture') => new File([text], name, { type: 'image/png' });
const quiet = () => undefined;

/** The toasts that stand, newest last. */
const said = ({ app }: Scene): string =>
  app.toasts.queue.visibleToasts
    .map(({ content }) => content.title)
    .reverse()
    .join(' | ');

async function upload(scene: Scene, type: AssetType, picture: File | undefined): Promise<string> {
  await uploadImage(scene.app, type, picture, null, quiet, signal);
  return said(scene);
}

/** Of two pictures one arrives. */
async function uploadFolder(scene: Scene): Promise<string> {
  scene.answers.push(refusal(507, 'storage-full'));
  const files = [file('oak.png'), file('pine.png')].map((one) => ({ file: one, folder: null }));
  const plan = planUpload(files, scene.categories, 'material');
  await createUploadList(scene.app, 'material', plan, []).start();
  return said(scene);
}

async function remove(scene: Scene, type: AssetType, isInUse: boolean): Promise<string> {
  const item = makeLibraryItem(5, { user: 7 });
  scene.items[type].push(item);
  const { settings } = scene.app.state.project;
  if (isInUse && type === 'background') settings.background_id = item.id;
  if (isInUse && type === 'style') settings.style_id = item.id;
  await deleteItem(scene.app, type, item, (gone) => unassignItem(scene.app, type, gone), 'workflow');
  expect(settings.background_id ?? settings.style_id).toBeNull();
  return said(scene);
}

async function refuseRemoval(scene: Scene, type: AssetType): Promise<string> {
  scene.answers.push(refusal(500, 'server-failed'));
  await deleteItem(scene.app, type, makeLibraryItem(5, { user: 7 }), () => null, 'workflow');
  return said(scene);
}

/** How the list of one library fails, in words. */
async function list(
  scene: Scene,
  type: AssetType,
  answer: Response,
  describe: typeof describeModalError,
): Promise<string> {
  const inner = scene.server.fetch;
  scene.server.fetch = async (input, init) => (input.endsWith(`/api/${type}/`) ? answer : inner(input, init));
  scene.app.queries.setDefaultOptions({ queries: { retry: false } });
  try {
    await scene.app.queries.fetchQuery(libraryQuery(scene.app, type));
  } catch (error) {
    return describe(scene.app.texts(), type, error);
  }
  throw new Error('nothing failed');
}

/** What stands in place of the categories, once the server has answered so. */
async function categories(scene: Scene, answer: Response): Promise<string> {
  const inner = scene.server.fetch;
  scene.server.fetch = async (input, init) =>
    input.includes('/api/category/') ? answer : inner(input, init);
  const options = { ...categoriesQuery(scene.app, 'material'), retry: false };
  const observer = new QueryObserver(scene.app.queries, options);
  const stop = observer.subscribe(quiet);
  await until(() => !observer.getCurrentResult().isPending);
  stop();
  const result = observer.getCurrentResult();
  return String(describeCategories(scene.app.texts(), result, result.data?.length ?? 0));
}

async function category(scene: Scene, name: string, answer?: Response): Promise<string> {
  if (answer !== undefined) scene.answers.push(answer);
  const made = await createCategory(scene.app, 'material', name, false);
  return 'sentence' in made ? made.sentence(scene.app.texts()) : `made ${made.name}`;
}

async function zip(scene: Scene, archive: File | null, id: number | null, answer?: Response | 'lost') {
  if (answer !== undefined) scene.answers.push(answer);
  const outcome = await openZipUpload(scene.app)(archive, id, quiet, signal);
  const texts = scene.app.texts();
  const leftOut = outcome.leftOut.map((entry) => describeLeftOut(texts, entry));
  return [outcome.error?.sentence(texts), ...leftOut].join(' | ');
}

type Row = readonly [title: string, cause: (scene: Scene) => Promise<string>, es: string, en: string];

const LONG = `${'a'.repeat(97)}.png`;
const UNREACHABLE_ES = 'No se puede conectar con el servidor. Tu trabajo está a salvo en este dispositivo.';
const UNREACHABLE_EN = 'The server cannot be reached. Your work is safe on this device.';
const BROKEN = refusal(500, 'server-failed');
const failed = () => BROKEN.clone();

const ROWS: readonly Row[] = [
  ['S1: empty category name', (s) => category(s, '  '), 'El nombre es obligatorio', 'The name is required'],
  [
    'S1: category creation failure without a detail',
    (s) => category(s, 'Oak', failed()),
    'Error al crear la categoría',
    'Error creating the category',
  ],
  [
    'S1: category creation failure with the server’s reason',
    (s) => category(s, 'Wood', refusal(409, 'name-taken', { name: 'Wood' })),
    'Ya existe una categoría llamada «Wood». Elige otro nombre.',
    'There is already a category called “Wood”. Choose another name.',
  ],
  [
    'S1: upload failures and successes both show',
    uploadFolder,
    '1 archivo subido correctamente. | No se ha podido subir 1 archivo: oak.png',
    'Uploaded 1 file(s) successfully. | Failed to upload 1 file(s): oak.png',
  ],
  [
    'S1: a conversion that fails sends the original',
    (s) => upload(s, 'style', file('warm.png', 'broken')),
    'La conversión de warm.png a WebP ha fallado; se sube el archivo original. | Estilo «warm» subido.',
    'WebP conversion failed for warm.png, uploading original file. | Style "warm" uploaded.',
  ],
  [
    'S1: a ZIP is required',
    (s) => zip(s, null, 1),
    'Selecciona un archivo ZIP.',
    'Please select a ZIP file.',
  ],
  [
    'S1: a category is required',
    (s) => zip(s, file('a.zip'), null),
    'Selecciona una categoría para el ZIP.',
    'Please select a category.',
  ],
  [
    'S1: batch upload failure with each file',
    (s) =>
      zip(
        s,
        file('a.zip'),
        1,
        refusal(422, 'archive-refused', {
          reason: 'nothing-taken',
          errors: [{ file: 'x/../y.png', error: 'path', code: 'archive-entry-refused', reason: 'path' }],
        }),
      ),
    'Error: Ningún archivo del ZIP puede ser un material. No se ha tomado nada de él. | x/../y.png: su ruta sale del archivo ZIP',
    'Error: None of the files in the ZIP can be a material. Nothing was taken from it. | x/../y.png: its path leads out of the archive',
  ],
  [
    'S1: batch upload exception',
    (s) => zip(s, file('a.zip'), 1, 'lost'),
    `Se ha producido un error inesperado: ${UNREACHABLE_ES}`,
    `An unexpected error occurred: ${UNREACHABLE_EN}`,
  ],
  ...(
    [
      ['material', 'los materiales', 'materials'],
      ['background', 'los fondos', 'backgrounds'],
      ['style', 'los estilos', 'styles'],
    ] as const
  ).flatMap(([type, es, en]): Row[] => [
    [
      `S1: the list of ${en} fails`,
      (s) => list(s, type, failed(), describeAssetsError),
      `Error al cargar ${es}.`,
      `Error loading ${en}.`,
    ],
    [
      `S1: an exception while ${en} load`,
      (s) => list(s, type, Response.json({ items: [] }), describeAssetsError),
      `Excepción al cargar ${es}. Formato de respuesta inesperado del servidor.`,
      `Exception while loading ${en}. Unexpected response format from the server.`,
    ],
  ]),
  [
    'S1: the categories fail',
    (s) => categories(s, failed()),
    'Error al cargar las categorías.',
    'Error loading categories.',
  ],
  [
    'S1: there are no categories',
    (s) => categories(s, Response.json([])),
    'No hay categorías disponibles.',
    'No categories available.',
  ],
  [
    'S3: no file, materials',
    (s) => upload(s, 'material', undefined),
    'Debes seleccionar un archivo.',
    'Please select a file.',
  ],
  ['S3: no file', (s) => upload(s, 'style', undefined), 'Selecciona un archivo.', 'Please select a file.'],
  ['S3: no name', (s) => upload(s, 'material', file('')), 'El archivo no tiene nombre.', 'File has no name.'],
  [
    'S3: empty file',
    (s) => upload(s, 'material', file('a.png', '')),
    'El archivo está vacío.',
    'File is empty.',
  ],
  [
    'S3: image files only',
    (s) => upload(s, 'background', file('a.svg')),
    '«a.svg» no se ha aceptado: solo se pueden subir imágenes JPG, PNG y WebP.',
    '“a.svg” was not taken: only JPG, PNG and WebP pictures can be uploaded.',
  ],
  [
    'S3: a name of more than 100 characters',
    (s) => upload(s, 'background', file(LONG)),
    'El nombre del archivo es demasiado largo (101 caracteres). Máximo permitido: 100 caracteres.',
    'Filename is too long (101 characters). Maximum allowed: 100 characters.',
  ],
  [
    'S3: a list of another shape',
    (s) => list(s, 'material', Response.json('no list'), describeModalError),
    'Error al cargar los materiales: Formato de respuesta inesperado del servidor.',
    'Error loading materials: Unexpected response format from the server.',
  ],
  [
    'S3: the list of backgrounds fails',
    (s) => list(s, 'background', failed(), describeModalError),
    'Error: El servidor no ha podido terminar. Tu trabajo está a salvo en este dispositivo; inténtalo de nuevo.',
    'Error: The server could not finish this. Your work is safe on this device; try again.',
  ],
  [
    'S3: upload of a background',
    (s) => upload(s, 'background', file('loft.png')),
    'Fondo «loft.png» subido.',
    'Background "loft.png" uploaded successfully!',
  ],
  [
    'S3: upload of a material',
    (s) => upload(s, 'material', file('oak.png')),
    'Material «oak» subido.',
    'Material "oak" uploaded.',
  ],
  [
    'S3: an unexpected answer to an upload',
    (s) => {
      s.answers.push(Response.json({ done: true }, { status: 201 }));
      return upload(s, 'background', file('loft.png'));
    },
    'La imagen se ha subido, pero la respuesta del servidor no es la esperada.',
    'Upload succeeded, but server response was unexpected.',
  ],
  ...(
    [
      ['material', 'Error al subir el material', 'Error uploading the material'],
      ['background', 'Error al subir la imagen', 'Error uploading image'],
      ['style', 'Error al subir el estilo', 'Error uploading the style'],
    ] as const
  ).map(
    ([type, es, en]): Row => [
      `S3: upload failure, ${type}`,
      (s) => {
        s.answers.push('lost');
        return upload(s, type, file('a.png'));
      },
      `${es}: ${UNREACHABLE_ES}`,
      `${en}: ${UNREACHABLE_EN}`,
    ],
  ),
  [
    'S3: a background is deleted',
    (s) => remove(s, 'background', false),
    'Fondo eliminado.',
    'Background deleted successfully.',
  ],
  [
    'S3: the background in use is deleted',
    (s) => remove(s, 'background', true),
    'Fondo eliminado y quitado de la asignación actual.',
    'Background deleted and removed from current assignment.',
  ],
  [
    'S3: a style is deleted',
    (s) => remove(s, 'style', false),
    'Estilo eliminado.',
    'Style deleted successfully.',
  ],
  [
    'S3: the style in use is deleted',
    (s) => remove(s, 'style', true),
    'Estilo eliminado y quitado de la asignación actual.',
    'Style deleted and removed from current assignment.',
  ],
  [
    'S3: a material is not deleted',
    (s) => refuseRemoval(s, 'material'),
    'Error al eliminar el material.',
    'Error deleting material.',
  ],
  [
    'S3: a background is not deleted',
    (s) => refuseRemoval(s, 'background'),
    'Error al eliminar el fondo.',
    'Error deleting background.',
  ],
  [
    'S3: a style is not deleted',
    (s) => refuseRemoval(s, 'style'),
    'Error al eliminar el estilo.',
    'Error deleting style.',
  ],
];

function open(language: Language): Scene {
  const libraries = createLibraryServer();
  const outside = { ...createFakeOutside(libraries.server), languages: [language] };
  return { ...libraries, app: createTestApp(outside) };
}

test.each(ROWS)('%s', async (_title, cause, es, en) => {
  expect(await cause(open('es'))).toBe(es);
  expect(await cause(open('en'))).toBe(en);
});
