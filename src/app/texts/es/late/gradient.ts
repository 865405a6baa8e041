import type { enGradient } from '../../en/late/gradient.ts';

export const esGradient: typeof enGradient = {
  gradient: {
    shape: 'Forma del degradado',
    linear: 'Lineal',
    radial: 'Radial',
    bar: 'Paradas de color',
    stop: (number, count, colour) => `Parada ${number} de ${count}, ${colour}`,
    stopAt: (number, count, place) => `Parada ${number} de ${count}, ${place}`,
    stopColour: (number) => `Color de la parada ${number}`,
    add: 'Añadir una parada',
    addHere: 'Añadir una parada aquí',
    full: (limit) => `Un degradado tiene como máximo ${limit} paradas`,
    remove: (number) => `Quitar la parada ${number}`,
    reverse: 'Invertir los colores',
    angle: 'Ángulo',
    degrees: (degrees) => `${degrees}°`,
    presets: 'Preajustes',
    preset: {
      studio: 'Gris de estudio',
      sand: 'Arena cálida',
      blush: 'Rubor',
      sage: 'Salvia',
      sea: 'Mar',
      dusk: 'Crepúsculo',
      spotlight: 'Foco',
      night: 'Noche',
    },
  },
};
