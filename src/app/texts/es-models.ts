import type { Widened } from './catalogue.ts';
import type { enModels } from './en-models.ts';
import { COMPLEXITY_REASON, MODEL_REASON } from './es-model-reasons.ts';
import { createFormatters } from './formatters.ts';

const format = createFormatters('es');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

export const esModels: Widened<typeof enModels> = {
  models: {
    dropHint:
      'Suelta un archivo GLB, glTF u OBJ, con sus texturas y su .mtl o .bin al lado, en una carpeta o en un ZIP.',
    loadError: 'Error al cargar el modelo',
    formatUnsupported: 'Formato de archivo no soportado',
    fileFailed: (file, reason) => `Error cargando ${file}: ${reason}`,
    fetchFailed: (reason) => `Fallo al cargar modelo desde URL: ${reason}`,
    fetchFailedFrom: (url, reason) => `Fallo al cargar modelo desde ${url}: ${reason}`,
    nowhere:
      'No se pudo cargar el modelo. No está en este dispositivo ni en el servidor: abre su archivo otra vez.',
    unreadable: MODEL_REASON,
    tooComplex: COMPLEXITY_REASON,
    missingFor: (count, name) => `${plural(count, 'archivo falta', 'archivos faltan')} para ${name}`,
    missing: (name, count, names) =>
      `${plural(count, 'archivo falta', 'archivos faltan')} para ${name}: ${names}`,
    list: 'Archivos que faltan',
    incomplete: 'El modelo los nombra, pero no estaban en lo que has dado. Tu proyecto no ha cambiado.',
    neededFirst: (names) => `${names}: hace falta antes de poder mostrar nada.`,
    add: 'Añadir los archivos que faltan',
    needed: 'Necesario',
    plain: 'Sin él se ve liso',
    refused: (names) => `No se han leído, porque están fuera de lo que has dado: ${names}`,
    uses: { buffer: 'Forma de las piezas', 'material-library': 'Colores y texturas' },
    roles: {
      colour: 'Color',
      relief: 'Relieve',
      finish: 'Brillo y metal',
      shade: 'Sombras suaves',
      glow: 'Luz propia',
      other: 'Textura',
    },
    purposeOf: (purpose, names) => `${purpose} de ${names}`,
    ambiguous: (names) =>
      `Varios archivos responden a ${names}, así que no se ha tomado ninguno. Añade el correcto por separado.`,
    displacement: (names) =>
      `El desplazamiento no se dibuja: ${names}. El modelo se muestra sin él; los mapas de relieve y de normales sí se dibujan.`,
    mendedRotations: (names) =>
      `El archivo da a ${names} un giro que no existe, y es un fallo suyo. Se muestran sin girar; revisa cómo están.`,
    tookOne: (name, others) =>
      `Se ha abierto ${name}. Venía con ${plural(others, 'modelo más', 'modelos más')}; abre cada uno por separado.`,
  },
};
