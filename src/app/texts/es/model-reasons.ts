import type { MODEL_REASON as English, COMPLEXITY_REASON as EnglishComplexity } from '../en/model-reasons.ts';

export const MODEL_REASON: typeof English = {
  'other-file':
    'lo que contiene no es un modelo 3D, diga lo que diga su nombre. Exporta el modelo de nuevo como GLB, glTF u OBJ.',
  'other-version': 'es de otra versión de glTF. Expórtalo de nuevo como glTF 2.0 o GLB.',
  'cut-short':
    'le falta el final, como tras una descarga o una copia interrumpida. Consigue el archivo de nuevo.',
  'json-damaged':
    'la parte del archivo que describe el modelo está dañada. Consigue el archivo de nuevo o vuelve a exportarlo donde se hizo.',
  'data-damaged':
    'en el archivo faltan datos de sus formas o no encajan entre sí. Expórtalo de nuevo donde se hizo o prueba otro formato.',
  'geometry-damaged':
    'sus formas comprimidas no se pueden descomprimir. Consigue el archivo de nuevo o expórtalo sin compresión.',
  'not-understood': 'no se puede leer. Expórtalo de nuevo donde se hizo o prueba otro formato.',
  'positions-damaged':
    'algunos puntos de sus formas no tienen sitio: sus coordenadas no son números. Expórtalo de nuevo donde se hizo o prueba otro formato.',
  'texture-lost':
    'uno de sus materiales nombra una textura que el archivo no tiene. Expórtalo de nuevo con sus texturas.',
  'tree-damaged':
    'algunas de sus partes se contienen unas a otras en círculo o están en dos partes a la vez. Ordena su lista de partes donde se hizo y expórtalo de nuevo.',
  'no-scene': 'el cargador no devolvió una escena válida. Expórtalo de nuevo con las partes que quieras ver.',
  'nothing-to-draw': 'no hay nada que dibujar en él. Expórtalo de nuevo con las partes que quieras ver.',
  'nothing-visible':
    'no se puede ver nada de él: sus triángulos no tienen área o tienen esquinas que el archivo no tiene. Expórtalo de nuevo donde se hizo.',
  'no-size':
    'no tiene tamaño: todo lo que contiene está en un mismo punto. Revisa su escala donde se hizo y expórtalo de nuevo.',
  'extreme-size':
    'es demasiado pequeño, demasiado grande o está demasiado lejos de su origen para mostrarse: ninguna unidad explica sus coordenadas. Revisa su escala y su lugar donde se hizo y expórtalo de nuevo.',
  'outside-folder':
    'pide un archivo fuera de su propia carpeta, y ese no se lee. Pon sus archivos en una carpeta y suéltala.',
  'needs-file': 'necesita otro archivo. Suéltalo junto con su archivo .bin y sus texturas.',
  'file-gone': 'su archivo ya no está. Ábrelo de nuevo.',
  'zip-locked': 'el ZIP tiene contraseña. Descomprímelo y suelta lo que contenía.',
  'zip-method':
    'el ZIP está comprimido de una forma que aquí no se lee. Comprímelo de nuevo como ZIP normal (Deflate), o descomprímelo y suelta lo que contenía.',
  'zip-damaged': 'el ZIP está dañado. Consíguelo de nuevo o suelta lo que debería contener.',
  'zip-nested':
    'en el ZIP no hay ningún modelo, sino otro ZIP, en el que no se mira. Descomprímelo y suelta lo que contenía.',
};
export const COMPLEXITY_REASON: typeof EnglishComplexity = {
  triangles:
    'tiene más triángulos de los que se pueden dibujar. Redúcelo donde se hizo y expórtalo de nuevo.',
  elements:
    'anuncia más puntos o partes de los que se pueden dibujar. Redúcelo donde se hizo y expórtalo de nuevo.',
  depth:
    'sus partes están agrupadas unas dentro de otras en más niveles de los que se pueden dibujar. Desagrupa algunas donde se hizo y expórtalo de nuevo.',
  description: 'nombra más partes de las que se pueden leer. Une partes donde se hizo y expórtalo de nuevo.',
  archive: 'el ZIP ocupa más de 1 GB descomprimido. Quita de él lo que el modelo no necesita.',
  'archive-files': 'el ZIP contiene demasiados archivos. Quita de él lo que el modelo no necesita.',
  time: 'se tarda demasiado en leerlo. Reduce sus triángulos donde se hizo y expórtalo de nuevo.',
  memory:
    'necesita más memoria de la que hay. Reduce sus triángulos y texturas donde se hizo y expórtalo de nuevo.',
  'stopped-viewer':
    'la vista 3D se detuvo con él y ha vuelto a empezar. Reduce sus triángulos y texturas, o cierra otras pestañas e inténtalo de nuevo.',
};

const FEATURES: Readonly<Record<string, string>> = {
  // Named with finished pictures from before it was drawn.
  'diffuse transmission': 'transmisión difusa',
  'bump maps': 'mapas de relieve',
  'subsurface scattering': 'luz bajo la superficie',
  'more than four sets of texture coordinates': 'más de cuatro juegos de coordenadas de textura',
  'more than five million triangles': 'más de cinco millones de triángulos',
};

/** @see the English one. */
export function nameFeature(feature: string): string {
  return FEATURES[feature] ?? `«${feature}»`;
}
