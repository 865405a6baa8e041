import type { Widened } from './catalogue.ts';
import type { enChoices } from './en-choices.ts';
import { createFormatters } from './formatters.ts';

const format = createFormatters('es');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

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
  looks: {
    title: 'Aspectos',
    summary: 'Guardar y aplicar',
    hint: 'Guarda materiales, fondo, estilo, luz y prompts con un nombre, y aplícalos a cualquier modelo.',
    save: 'Guardar este aspecto',
    saveTitle: 'Guardar este aspecto',
    saveAction: 'Guardar',
    renameTitle: (name) => `Cambiar el nombre de ${name}`,
    renameAction: 'Cambiar nombre',
    rename: 'Cambiar nombre',
    delete: 'Eliminar',
    name: 'Nombre',
    defaultName: (number) => `Aspecto ${number}`,
    apply: (name) => `Aplicar el aspecto ${name}`,
    more: (name) => `Opciones del aspecto ${name}`,
    applied: (name, count) => `${name} está en ${plural(count, 'material', 'materiales')}.`,
    missing: 'No se ha encontrado aquí:',
    missingBackground: 'su fondo, que ya no está en la biblioteca',
    missingStyle: 'su estilo, que ya no está en la biblioteca',
    full: (max) =>
      `Tienes ${format.number(max)} aspectos, el máximo que se puede guardar. Elimina antes uno.`,
    notKept: (name) =>
      `El aspecto «${name}» no se pudo guardar en este dispositivo. El proyecto sigue como estaba. Inténtalo de nuevo.`,
    syncFailed: (reason) => `El servidor no aceptó un aspecto: ${reason} Se queda en este dispositivo.`,
    undoSaved: (name) => `Guardar el aspecto ${name}`,
    undoRenamed: (name) => `Cambiar el nombre del aspecto ${name}`,
    undoDeleted: (name) => `Eliminar el aspecto ${name}`,
    undoApplied: (name) => `Aspecto ${name}`,
  },
};
