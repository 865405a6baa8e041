import type { Widened } from '../../catalogue.ts';
import type { enProjects } from '../../en/late/projects.ts';
import { createFormatters } from '../../formatters.ts';

const format = createFormatters('es');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

export const esProjects: Widened<typeof enProjects> = {
  projects: {
    title: 'Proyectos',
    search: 'Buscar proyectos',
    new: 'Proyecto nuevo',
    newFailed: (reason) => `No se ha creado ningún proyecto: ${reason}`,
    import: 'Importar',
    offline:
      'Sin conexión: se abren los proyectos de este dispositivo; los nuevos se crean aquí y se envían al servidor más tarde.',
    listFailed: (reason) =>
      `No se ha podido leer la lista del servidor. Estos están en este dispositivo. ${reason}`,
    none: 'Ningún proyecto se llama así',
    noneHint: 'Busca otra palabra o crea un proyecto nuevo.',
    open: 'Abierto ahora',
    onlyHere: 'Solo en este dispositivo',
    unsaved: 'Cambios sin guardar',
    notHere: 'No está en este dispositivo',
    needsConnection: 'Necesita conexión',
    noModel: 'Todavía sin modelo',
    changed: (moment) => `Modificado ${moment}`,
    more: (name) => `Qué hacer con ${name}`,
    rename: 'Cambiar el nombre',
    copy: 'Duplicar',
    export: 'Exportar',
    delete: 'Eliminar',
    nameMissing: 'Escribe un nombre.',
    openFailed: (name, reason) => `No se ha podido abrir ${name}: ${reason}`,
    leftUnsaved: (name) => `Los cambios sin guardar de ${name} se conservan en este dispositivo.`,
    copyName: (name) => `${name} (copia)`,
    copied: (name) => `${name} está en la lista.`,
    openIt: 'Abrir',
    copyFailed: (name, reason) => `No se ha duplicado ${name}: ${reason}`,
    deleteTitle: (name) => `¿Eliminar ${name}?`,
    deleteMessage:
      'Sus ajustes, materiales y vistas se eliminan para siempre. Los renders terminados se quedan en tu galería.',
    deleteUnsaved:
      'Tiene cambios que solo están en este dispositivo. Esos cambios, sus materiales y sus vistas se eliminan para siempre. Los renders terminados se quedan en tu galería.',
    deleted: (name) => `Se ha eliminado ${name}.`,
    deleteFailed: (name, reason) => `No se ha eliminado ${name}: ${reason}`,
    exportTitle: (name) => `Exportar ${name}`,
    exportCollecting: 'Reuniendo el modelo, las imágenes y los renders',
    exportPacking: 'Empaquetando el archivo',
    exported: (name, size) => `Se ha exportado ${name}, ${size}.`,
    exportLeftOut: (count) =>
      `No incluye ${plural(count, 'render más antiguo', 'renders más antiguos')}: un archivo lleva los más recientes del modelo que se muestra.`,
    exportNoRenders: 'No incluye sus renders: están en el servidor, al que no se puede llegar.',
    exportFailed: (reason) => `No se ha exportado nada: ${reason}`,
    importTitle: (name) => `Importar ${name}`,
    importReading: 'Leyendo y comprobando el archivo',
    importStoring: 'Guardando el modelo y las imágenes en este dispositivo',
    imported: (name) => `Se ha importado ${name}.`,
    importedLater: 'Está en este dispositivo y se enviará al servidor cuando se pueda llegar a él.',
    importFailed: (reason) => `No se ha importado nada: ${reason}`,
  },
};
