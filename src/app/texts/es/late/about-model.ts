import type { Widened } from '../../catalogue.ts';
import type { enAboutModel } from '../../en/late/about-model.ts';
import { createFormatters } from '../../formatters.ts';

const format = createFormatters('es');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

/** The list of what is in a model's file, shown or not. */
export const esAboutModel: Widened<typeof enAboutModel> = {
  aboutModel: {
    title: 'Acerca de este modelo',
    copy: 'Copiar la lista',
    reading: 'Mirando dentro del archivo.',
    gone: 'El archivo no está ahora en este dispositivo. Ábrelo de nuevo para ver lo que tiene.',
    groups: { file: 'Archivo', textures: 'Texturas', notShown: 'No se muestra', notes: 'Notas' },
    name: 'Nombre',
    sizeBytes: 'Tamaño del archivo',
    triangles: 'Triángulos',
    parts: 'Piezas',
    materials: 'Materiales',
    colourways: 'Variantes de color',
    unit: 'Unidad',
    units: { metre: 'Metro', unknown: 'No la dice; se cuenta en metros' },
    size: 'Tamaño real',
    sizeOf: (width, height, depth) => `${width} de ancho, ${height} de alto, ${depth} de fondo`,
    withoutUv: 'Sin coordenadas de textura',
    withoutUvOf: (count, all) =>
      `${format.number(count)} de ${plural(all, 'pieza', 'piezas')}. Los materiales de la biblioteca se ponen igualmente.`,
    noTextures: 'Ninguna',
    texture: (number) => `Textura ${number}`,
    textureSum: (count, bytes) => `${plural(count, 'textura', 'texturas')}, ${bytes} en total`,
    unknownSize: 'tamaño desconocido',
    nothing: 'Se muestra todo lo que hay en el archivo.',
    lights: 'Luces',
    lightKinds: { directional: 'sol', point: 'punto', spot: 'foco', profile: 'con perfil' },
    surroundings: 'Entorno',
    surroundingsHint: 'En «Luz» puedes tomarlo como entorno.',
    otherLights: 'Otras luces',
    otherLightsHint: 'Una imagen, o de un tipo desconocido: el estudio ilumina el escenario y las imágenes.',
    lightsHint:
      'Apagadas al principio. En «Luz» puedes encenderlas, para el escenario y para las imágenes de Studio.',
    animations: 'Animaciones',
    animation: (number) => `Animación ${number}`,
    animationsHint: 'Se elige un momento de una como pose, encima de los materiales.',
    cameras: 'Cámaras',
    camerasHint: 'Miras desde tus propias vistas.',
    scenes: 'Otras escenas',
    scenesHint: 'Se muestra la que el archivo abre.',
    extensions: 'Extensiones',
    extensionsHint: 'Nada las lee aquí.',
    skins: 'Huesos',
    skinsHint: 'Siguen a la pose.',
    morphs: 'Formas que se mezclan',
    morphsHint: 'Siguen a la pose.',
    points: 'Puntos y líneas',
    pointsHint: 'Se dibujan finos y sin luz. No entran en máscaras, materiales ni pases de IA.',
    brokenFaces: 'Caras que no se han podido leer enteras',
    brokenFacesHint: 'Sus esquinas no están en el archivo o no son números. Lo demás se muestra.',
    untraceable: 'No sale en las imágenes del motor Studio',
    missing: 'Archivos que faltan',
    refused: 'Archivos fuera de lo que diste',
    unreadable: 'Imágenes que no se pudieron leer',
    cmyk: 'Imágenes en CMYK',
    cmykHint: 'Las imágenes de Studio se hacen sin ellas.',
    profiles: 'Perfiles de luz que no se pudieron leer',
    profilesHint: 'Sus luces alumbran igual en todas direcciones.',
    nameless: 'uno sin nombre',
    displacement: 'Desplazamiento',
    displacementHint: 'La superficie se muestra sin él.',
    stripped: 'Fuera, por ser ayudas de un editor',
    more: (count) => `y ${format.number(count)} más`,
  },
};
