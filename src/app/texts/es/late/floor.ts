import type { enFloor } from '../../en/late/floor.ts';

export const esFloor: typeof enFloor = {
  floor: {
    stand: 'Sobre qué se apoya el producto',
    standHelp: {
      auto: 'El nivel que sostiene el producto. Un cable que cuelga más abajo queda bajo el suelo.',
      lowest: 'El punto más bajo de todo lo que se ve.',
      part: 'El punto más bajo de una pieza: elígela aquí o en el escenario.',
    },
    part: 'Pieza sobre el suelo',
    choosePart: 'Elegir una pieza',
    usePicked: 'Apoyar en la pieza elegida',
    offset: 'Altura',
    gloss: 'Brillo',
    roughness: 'Difuminado',
    shadowOnlyHelp: 'Sin reflejo y sin luz de vuelta sobre el producto.',
    colour: 'Luz que devuelve',
    colourHelp: 'Tiñe el producto desde abajo. El fondo queda como está.',
    pickColour: 'Color de la luz del suelo',
    runsUp: 'Sube por detrás del producto',
    runsUpHelp:
      'Un ciclorama: una sola curva mate sin bordes, iluminada por tus luces. Tapa el fondo, que sigue dando su luz.',
    distance: 'Pared tras el producto',
    curve: 'Curva',
    shapeHelp: 'Ambas se miden en medias diagonales del producto. La curva deja sitio al producto.',
    paint: 'Color',
    pickPaint: 'Color del ciclorama',
    ownColour: 'Color propio',
    fromBackground: 'Del fondo',
    reset: 'Restablecer el suelo',
  },
};
