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
    ownColour: 'Color propio',
    fromBackground: 'Del fondo',
    reset: 'Restablecer el suelo',
  },
};
