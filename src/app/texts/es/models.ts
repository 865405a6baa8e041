import type { Widened } from '../catalogue.ts';
import type { enModels } from '../en/models.ts';
import { createFormatters } from '../formatters.ts';
import { COMPLEXITY_REASON, MODEL_REASON, nameFeature } from './model-reasons.ts';

const format = createFormatters('es');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

const missing = (count: number) =>
  count === 1 ? 'Falta 1 archivo' : `Faltan ${format.number(count)} archivos`;

export const esModels: Widened<typeof enModels> = {
  models: {
    dropHint:
      'Suelta un archivo GLB, glTF u OBJ, con sus texturas y su .mtl o .bin al lado, en una carpeta o en un ZIP.',
    foreignHint: 'Las imágenes de este tipo no se leen: guárdala como PNG, JPG o WebP.',
    loadError: 'Error al cargar el modelo',
    formatUnsupported: 'Formato de archivo no soportado',
    fileFailed: (file, reason) => `Error cargando ${file}: ${reason}`,
    fetchFailed: (reason) => `Fallo al cargar modelo desde URL: ${reason}`,
    fetchFailedFrom: (url, reason) => `Fallo al cargar modelo desde ${url}: ${reason}`,
    nowhere:
      'No se pudo cargar el modelo. No está en este dispositivo ni en el servidor: abre su archivo otra vez.',
    unreadable: MODEL_REASON,
    tooComplex: COMPLEXITY_REASON,
    missingFor: (count, name) => `${missing(count)} para ${name}`,
    missing: (name, count, names) => `${missing(count)} para ${name}: ${names}`,
    missingHint: (count) =>
      `El modelo se muestra igualmente; lo que ${count === 1 ? 'lo' : 'los'} necesita se ve liso. Para ${count === 1 ? 'añadirlo' : 'añadirlos'}, pulsa «Añadir los archivos que faltan», al pie del escenario.`,
    outside: (name, names) => `${name} pide archivos que no están a su lado, y esos nunca se leen: ${names}`,
    outsideHint:
      'El modelo se muestra sin ellos. Pon copias a su lado y suéltalos juntos, o pulsa «Añadir los archivos que faltan», al pie del escenario.',
    more: (count) => `${format.number(count)} más`,
    list: 'Archivos que faltan',
    incomplete: 'El modelo pide más de lo que has dado. Tu proyecto no ha cambiado.',
    neededFirst: (names) => `Sin ${names} no se puede mostrar nada de él.`,
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
    profiles: (name, count) =>
      `No se ${count === 1 ? 'pudo' : 'pudieron'} leer ${plural(count, 'perfil de luz', 'perfiles de luz')} de ${name}: ${count === 1 ? 'su luz alumbra' : 'sus luces alumbran'} igual en todas direcciones.`,
    displacement: (names) =>
      `El desplazamiento no se dibuja: ${names}. El modelo se muestra sin él; los mapas de relieve y de normales sí se dibujan.`,
    cmyk: (names) => `Studio deja fuera las imágenes en CMYK: ${names}.`,
    cmykHint: 'Lo que las lleva se ve liso en sus imágenes. Guárdalas en RGB y vuelve a exportar el modelo.',
    mendedRotations: (names) =>
      `El archivo da a ${names} un giro que no existe, y es un fallo suyo. Se muestran sin girar; revisa cómo están.`,
    namelessPart: 'una parte sin nombre',
    brokenFaces: (name, count) =>
      `No se ${count === 1 ? 'ha podido leer entera una cara' : `han podido leer enteras ${format.number(count)} caras`} de ${name}: sus esquinas no están en el archivo o no son números. Lo demás se muestra. Busca huecos y, si los hay, vuelve a exportarlo.`,
    onlyPoints: (name) =>
      `${name} tiene puntos o líneas, pero ninguna superficie. Studio los dibuja finos y sin luz. Un motor de IA no puede seguirlos: para él, vuelve a exportarlo con sus caras.`,
    feature: nameFeature,
    untraceable: (name, features) => `Studio no puede dibujar esto de ${name}: ${features}`,
    untraceableHint:
      'Aquí el modelo se muestra hasta donde puede este navegador. Para una imagen, dibuja con IA, pon materiales de la biblioteca en las partes que lo llevan o exporta el modelo sin ello.',
    notOpened: (name) => `«${name}» no se ha abierto y no se ha cambiado nada.`,
    tookOne: (name, others) =>
      `Se ha abierto ${name}. Venía con ${plural(others, 'modelo más', 'modelos más')}; abre cada uno por separado.`,
  },
};
