import { BATCH_ZIP, PROJECT_FILE } from '../../../contract/constants.ts';
import type { ArchiveReason, ProjectFileReason } from '../../../contract/failure-reasons.ts';
import type { RecipeReason } from '../../../contract/files/recipe-picture.ts';
import { createFormatters } from '../formatters.ts';

const format = createFormatters('es');

/** Why a ZIP of pictures is not taken. */
export const ARCHIVE = {
  'not-a-zip': 'Este archivo no es un ZIP que se pueda leer.',
  'too-many-entries': `El ZIP contiene más de ${format.number(BATCH_ZIP.maxEntries)} archivos.`,
  'unpacks-too-large': `El ZIP ocupa más de ${format.bytes(BATCH_ZIP.unpackedMaxBytes)} descomprimido.`,
  'no-pictures': 'El ZIP no contiene archivos.',
  'nothing-taken': 'Ningún archivo del ZIP puede ser un material.',
} as const satisfies Record<ArchiveReason, string>;

/** Why a project file is not opened. */
export const PROJECT_FILE_REASON = {
  other: 'Este archivo no es un proyecto exportado desde Vitrine.',
  newer: 'Este archivo de proyecto es de una versión más nueva. Actualiza Vitrine y vuelve a importarlo.',
  damaged: 'El archivo de proyecto está dañado. Cópialo o expórtalo de nuevo.',
  repacked:
    'El archivo de proyecto se comprimió de nuevo, con contraseña o de una forma que no se lee. Descomprímelo y comprime su contenido como ZIP normal, o expórtalo de nuevo.',
  incomplete: 'Al archivo de proyecto le faltan partes. Cópialo o expórtalo de nuevo.',
  changed: 'Hay partes del archivo de proyecto que no son lo que dice que son. Cópialo o expórtalo de nuevo.',
  'too-large': `El archivo de proyecto es mayor de lo que una página puede descomprimir: ${format.bytes(PROJECT_FILE.maxBytes)} como máximo.`,
} as const satisfies Record<ProjectFileReason, string>;

/** Why a picture's recipe is not opened: what follows on the picture's name. */
export const RECIPE = {
  'not-a-png': 'no es un PNG, y aquí solo se abre la receta de un PNG',
  none: 'no lleva ninguna receta de Vitrine. Suelta un archivo GLB, glTF u OBJ para abrir un modelo',
  'too-large': 'es mayor de lo que puede ser una imagen con receta',
  damaged: 'lleva una receta dañada o que no es de Vitrine',
  'other-version': 'lleva una receta de otra versión de Vitrine',
} as const satisfies Record<RecipeReason, string>;
