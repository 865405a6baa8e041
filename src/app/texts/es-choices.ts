import type { Widened } from './catalogue.ts';
import type { enChoices } from './en-choices.ts';

export const esChoices: Widened<typeof enChoices> = {
  selection: {
    inRender: 'En el render',
    inRenderCount: (count, max) => `${count} de ${max}`,
    automaticMode: 'Elegidos automáticamente',
    toAutomatic: 'Elegir automáticamente',
    backToAutomatic: 'Volver a elegir automáticamente los materiales del render',
    automatic: (priority) => `Seleccionado para el render (prioridad ${priority})`,
    tooltips: {
      manual: 'Seleccionado manualmente para el render',
      available: 'Haz clic para seleccionarlo para el render',
      none: 'Asigna una textura de la biblioteca para seleccionar este material',
    },
    noTexture: (name) =>
      `El material «${name}» es un material predeterminado del modelo sin textura asignada. Seleccionarlo consumiría recursos de IP-Adapter sin dar resultados útiles. Asigna antes una textura de la biblioteca.`,
    maximum: 'Se permiten 4 materiales como máximo. Deselecciona antes un material.',
    maximumRefused: 'Se permiten 4 materiales como máximo. Deselecciona antes uno.',
    duplicate: (name) =>
      `El material «${name}» ya está seleccionado. Las máscaras de los objetos con el mismo material se combinarán en el render.`,
    saveFailed: 'No se pudo guardar la selección de materiales. Inténtalo de nuevo.',
    toggleFailed: 'No se pudo actualizar la selección de materiales. Inténtalo de nuevo.',
    undoSelected: (name) => `Selección de ${name}`,
    undoDeselected: (name) => `Deselección de ${name}`,
    undoAutomatic: 'Selección automática',
  },
};
