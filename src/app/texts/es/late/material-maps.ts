import type { Widened } from '../../catalogue.ts';
import type { enMaterialMaps } from '../../en/late/material-maps.ts';

/** Several maps of one material that come together. */
export const esMaterialMaps: Widened<typeof enMaterialMaps> = {
  materialMaps: {
    maps: {
      colour: 'color',
      normal: 'normales',
      roughness: 'rugosidad',
      metalness: 'metalicidad, como un solo valor',
    },
    kinds: {
      colour: 'un segundo color',
      normal: 'un segundo mapa de normales',
      normalDirectX: 'el mapa de normales de DirectX',
      roughness: 'un segundo mapa de rugosidad',
      glossiness: 'brillo',
      metalness: 'metalicidad',
      packed: 'canales combinados',
      packedRoughness: 'canales combinados',
      occlusion: 'oclusión ambiental',
      displacement: 'desplazamiento',
      other: 'otros mapas',
    },
    unused: (kinds) => `Aquí no se usa, ni se sube: ${kinds}.`,
    takeOut: (map, name) => `Dejar fuera ${map} de ${name}`,
    normalOf: (name) => `Mapa de normales de ${name}`,
    normalHint: 'Si los relieves se ven hundidos en la imagen, elige el otro.',
    separate: 'Subir por separado',
    separateOf: (name) => `Subir por separado las imágenes de ${name}`,
    offer: (materials, others) =>
      `${others > 0 ? 'Algunas de estas' : 'Estas'} imágenes son mapas de ${materials > 1 ? `${materials} materiales` : 'un material'}`,
    lay: (part) => `Subir y poner en ${part}`,
    toLibrary: 'Subir a mi biblioteca',
    offline: 'No se puede conectar con el servidor. Pulsa subir y empezará cuando vuelva.',
    awaited:
      'Se subirá en cuanto vuelva el servidor. Deja esto abierto: las imágenes solo están en esta página.',
    waiting: 'Esperando al servidor',
    hint: 'Para usar una de ellas como fondo, suéltala sola.',
  },
};
