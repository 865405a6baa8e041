import type { Widened } from './catalogue.ts';
import type { enLook } from './en-look.ts';
import { createFormatters } from './formatters.ts';

const format = createFormatters('es');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

export const esLook: Widened<typeof enLook> = {
  parts: {
    unnamedMesh: 'Malla sin nombre',
    unnamedGroup: 'Grupo sin nombre',
    helper: 'auxiliar del editor',
    more: (name) => `Más para ${name}`,
    isolate: 'Mostrar solo esto',
    showAll: 'Mostrar todo',
    hidden: (count) => `${plural(count, 'objeto está oculto', 'objetos están ocultos')}.`,
    helpersHidden: (count) =>
      `${plural(count, 'forma que dejó un editor está oculta', 'formas que dejó un editor están ocultas')}.`,
    showHelpers: 'Mostrar',
    allHidden: 'Todos los objetos están ocultos.',
    allHiddenHint: 'El modelo sigue aquí. La pestaña Objetos muestra y oculta sus piezas.',
    undoIsolate: (name) => `Solo ${name}`,
    undoShowAll: 'Mostrar todo',
    undoShowHelpers: 'Mostrar lo que dejó un editor',
  },
  light: {
    title: 'Luz',
    preset: 'Tipo de luz',
    presets: { studio: 'Estudio', render: 'Clara' },
    presetHelp: { studio: 'Luces y sombras marcadas', render: 'Más luz por detrás y de frente' },
    exposure: 'Exposición',
    shadow: 'Sombra',
    toneMapping: 'Mapeo de tonos',
    toneMappings: { neutral: 'Neutro', agx: 'AgX' },
    toneMappingHelp: {
      neutral: 'Conserva los colores del producto',
      agx: 'Como película: altas luces suaves',
    },
    reset: 'Restablecer la luz',
    undoPreset: 'Tipo de luz',
    undoExposure: 'Exposición',
    undoShadow: 'Sombra',
    undoToneMapping: 'Mapeo de tonos',
    undoReset: 'Luz restablecida',
    environmentFailed: 'Los reflejos se dibujan sin ella y se ven casi igual.',
  },
  gradient: {
    kind: 'Tipo de fondo',
    colour: 'Color',
    gradient: 'Degradado',
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
    summary: (from, to, count) => (count > 2 ? `${count} colores, ${from} a ${to}` : `${from} a ${to}`),
    undo: 'Degradado',
  },
};
