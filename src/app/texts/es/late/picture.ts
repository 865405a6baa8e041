import type { enPicture } from '../../en/late/picture.ts';

export const esPicture: typeof enPicture = {
  picture: {
    ratio: 'Proporción',
    ratioHelp: {
      square: 'La imagen es el escenario entero.',
      framed: (fit) => `El marco del escenario es la imagen. «${fit}» encuadra el producto en él.`,
    },
    sizeHelp: 'Hasta 2048 px todos los tamaños cuestan lo mismo. Las imágenes grandes tardan más.',
    sizeLarge: (times) =>
      `Por encima de 2048 px dibuja Studio, sin capas; cuesta ${times} veces lo que las más pequeñas y tarda tanto más cuantos más píxeles hay.`,
    sizeLargeFree: 'Por encima de 2048 px dibuja Studio, sin capas; tarda tanto más cuantos más píxeles hay.',
    qualityHelp: {
      draft: 'Una vista rápida, con sombras y detalles poco finos.',
      standard: 'Para imágenes terminadas.',
      high: 'Sombras limpias y detalle fino.',
    },
    qualityPrice: {
      draft: (credits) => `La mitad del precio: ${credits} créditos por imagen.`,
      standard: (credits) => `El precio normal: ${credits} créditos por imagen.`,
      high: (credits) => `El doble del precio: ${credits} créditos por imagen.`,
    },
    qualityPriceOfSize: {
      draft: (credits) => `La mitad del precio de este tamaño: ${credits} créditos por imagen.`,
      standard: (credits) => `El precio de este tamaño: ${credits} créditos por imagen.`,
      high: (credits) => `El doble del precio de este tamaño: ${credits} créditos por imagen.`,
    },
    qualityTime: (range) => `Últimamente, ${range} por imagen.`,
    undoRatio: 'Proporción de la imagen',
    layers: 'Conservar capas para composición',
    layersHelp: (bytes) =>
      `OpenEXR con todas las capas, un PNG de 16 bits, y el producto y su sombra por separado, para descargar con la imagen. No añaden nada al precio; ocupan unos ${bytes} más por imagen de tu espacio en el servidor.`,
    layersLarge: 'Solo de imágenes de hasta 2048 px: de las mayores no se conservan.',
    layersWithCyclorama:
      'El ciclorama está en la capa del producto, con la sombra sobre él. Para tener el producto solo, desactívalo en Suelo.',
    undoLayers: 'Capas para composición',
  },
};
