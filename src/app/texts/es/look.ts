import type { Widened } from '../catalogue.ts';
import type { enLook } from '../en/look.ts';
import { createFormatters } from '../formatters.ts';

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
    undoMove: 'Dirección de una luz',
    undoAdd: 'Otra luz',
    undoRemove: 'Luz eliminada',
    undoLight: 'Luz',
    undoExposure: 'Exposición',
    undoShadow: 'Sombra',
    undoToneMapping: 'Mapeo de tonos',
    undoReset: 'Luz restablecida',
  },
  floor: {
    title: 'Suelo',
    stands: { auto: 'Automático', lowest: 'Punto más bajo', part: 'Una pieza' },
    shadowOnly: 'Solo la sombra',
    glossOf: (gloss, blur) => `brillo ${gloss}, difuminado ${blur}`,
    undoReset: 'Suelo restablecido',
  },
  gradient: {
    kind: 'Tipo de fondo',
    colour: 'Color',
    gradient: 'Degradado',
    summary: (from, to, count) => (count > 2 ? `${count} colores, ${from} a ${to}` : `${from} a ${to}`),
    undo: 'Degradado',
  },
};
