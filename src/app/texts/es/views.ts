import type { Widened } from '../catalogue.ts';
import type { enViews } from '../en/views.ts';
import { createFormatters } from '../formatters.ts';

const format = createFormatters('es');

export const esViews: Widened<typeof enViews> = {
  views: {
    title: 'Vistas guardadas',
    empty: 'No hay vistas guardadas',
    defaultName: (id) => `Vista ${id}`,
    save: 'Guardar vista',
    saveLater: 'Guardar vista: en cuanto se muestre el modelo del proyecto',
    saving: 'Guardando la vista',
    count: (count, max) => `${format.number(count)} de ${format.number(max)} vistas`,
    full: (max) => `${format.number(max)} de ${format.number(max)} vistas. Elimina una para guardar otra.`,
    noModel: 'Abre un modelo para guardar una vista de él.',
    goTo: (name) => `Ir a ${name}`,
    more: (name) => `Opciones de ${name}`,
    drag: (name) => `Arrastrar ${name}`,
    listMenu: 'Opciones de las vistas guardadas',
    rename: 'Cambiar nombre',
    renameTitle: (name) => `Cambiar el nombre de ${name}`,
    name: 'Nombre',
    apply: 'Cambiar nombre',
    update: 'Actualizar a lo que se ve',
    moveLeft: 'Mover a la izquierda',
    moveRight: 'Mover a la derecha',
    moveUp: 'Mover hacia arriba',
    moveDown: 'Mover hacia abajo',
    delete: 'Eliminar vista',
    clear: 'Eliminar todas',
    clearQuestion: (count) =>
      count === 1
        ? 'La vista guardada de este modelo se eliminará en todos tus dispositivos.'
        : `Las ${format.number(count)} vistas guardadas de este modelo se eliminarán en todos tus dispositivos.`,
    cameraOnly: 'Mover solo la cámara',
    recovered: (count) =>
      count === 1
        ? 'Se recuperó una vista guardada.'
        : `Se recuperaron ${format.number(count)} vistas guardadas.`,
    madeRoom: (names, max) =>
      `Un proyecto guarda ${format.number(max)} vistas. Estas, de los modelos que dejaste hace más tiempo, han hecho sitio: ${names}. Deshacer las recupera.`,
    undoSave: 'Guardar vista',
    undoUpdate: 'Actualizar vista',
    undoRename: 'Nombre de la vista',
    undoMove: 'Orden de las vistas',
    undoDelete: 'Eliminar vista',
    undoClear: 'Eliminar todas las vistas',
    undoModel: (name) => `Modelo como en ${name}`,
    noProject: 'No hay projectId disponible para sincronización',
    noState: 'No hay estado disponible para sincronización',
    notFound: (id) => `No se encontró la vista con ID ${id}`,
    saveViewFailed: (name) => `No se pudo guardar la vista de cámara ${name}`,
    deleteViewFailed: (name) => `No se pudo eliminar la vista de cámara ${name}`,
    syncFailed: (reason) =>
      `No se pudieron sincronizar las vistas guardadas; siguen en este dispositivo: ${reason}`,
    recoveryFailed: (attempt, of) => `El intento de recuperación falló (${attempt} de ${of})`,
    noBackups: 'No se encontraron copias de las vistas guardadas',
  },
};
