import type { enUnsent } from '../../en/late/unsent.ts';
import { createFormatters } from '../../formatters.ts';

const format = createFormatters('es');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;
const quoted = (names: readonly string[]) => format.list(names.map((name) => `«${name}»`));

/** What this device has and the server does not: what waits, and what was refused. */
export const esUnsent: typeof enUnsent = {
  unsent: {
    list: 'Lo que el servidor no tiene',
    loading: 'Leyendo…',
    none: 'El servidor lo tiene todo',
    noneHint: 'Lo que cambies o encargues aparece aquí hasta que el servidor lo tenga.',
    safe: 'Todo está a salvo en este dispositivo.',
    offline: 'No hay red: lo que espera se enviará solo en cuanto la haya.',
    gone: 'El servidor no responde: lo que espera se enviará solo en cuanto responda.',
    signedOut: 'Lo que espera se enviará cuando inicies sesión.',
    counts: (refused: number, waiting: number, unsaved: number) =>
      [
        ...(refused > 0 ? [`${format.number(refused)} sin poder guardarse`] : []),
        ...(waiting > 0 ? [`${format.number(waiting)} en espera`] : []),
        ...(unsaved > 0 ? [`${format.number(unsaved)} aún sin guardar`] : []),
      ].join(' · '),
    states: {
      refused: 'Sin guardar',
      asks: 'Te espera a ti',
      sending: 'Enviándose',
      waiting: 'En espera',
      unsaved: 'Aún sin guardar',
    },
    sendingAt: (percent: string) => `Enviándose, ${percent}`,
    since: (moment: string) => `desde ${moment}`,
    goneProject: 'un proyecto que ya no está aquí',
    more: (count: number) => `${format.number(count)} más`,
    of: (what: string, project: string) => `${what} de ${project}`,
    named: (name: string) => `«${name}»`,
    what: {
      project: (name: string) => `Proyecto ${name}`,
      opened: (name: string) => `Que ${name} está abierto`,
      changes: 'Cambios',
      changed: (parts: string) => `Cambios (${parts})`,
      model: (name: string) => `Modelo «${name}»`,
      texture: (name: string) => `Textura «${name}»`,
      picture: (name: string) => `Imagen «${name}»`,
      drawn: 'Imagen dibujada en este dispositivo',
      brought: 'Imagen terminada de un archivo de proyecto',
      background: (name: string) => `Fondo «${name}»`,
      style: (name: string) => `Estilo «${name}»`,
      views: 'Vistas guardadas',
      viewNames: (names: readonly string[]) =>
        `${names.length === 1 ? 'La vista' : 'Las vistas'} ${quoted(names)}`,
      viewsDeleted: (names: readonly string[]) =>
        `Eliminación de ${names.length === 1 ? 'la vista' : 'las vistas'} ${quoted(names)}`,
      sketches: 'Luz pintada',
      selection: 'Materiales elegidos para el render',
      materials: 'Colores de materiales',
      look: (name: string) => `Aspecto «${name}»`,
      lookDeleted: (name: string) => `Eliminación del aspecto «${name}»`,
      environment: (name: string) => `Entorno «${name}»`,
      environmentDeleted: (name: string) => `Eliminación del entorno «${name}»`,
      order: (pictures: number) => `Encargo de ${plural(pictures, 'imagen', 'imágenes')}`,
      rerun: (render: number) => `Encargo de repetir el render ${format.number(render)}`,
    },
    why: {
      offline: 'Espera a que haya red.',
      gone: 'Espera a que el servidor responda.',
      auth: 'Espera a que inicies sesión.',
      next: 'Es lo siguiente en enviarse.',
      after: (what: string) => `Se envía después de: ${what}.`,
      refusedWith: (what: string) => `Antes necesita esto, que no se pudo guardar: ${what}.`,
      later: (time: string) => `El servidor no pudo aceptarlo. Se vuelve a intentar a las ${time}.`,
      yes: 'Se encargó sin conexión y no se envía hasta que tú lo digas.',
      unsaved: 'Pulsa Guardar y también lo tendrá el servidor.',
      onlyHere: 'El proyecto entero está solo en este dispositivo.',
    },
    retry: 'Reintentar',
    retryAll: 'Reintentar todo',
    send: 'Enviar ahora',
    save: 'Guardar ahora',
    copy: 'Copiar',
    file: 'Guardar como archivo',
    fileAll: 'Guardar todo en un archivo',
    discard: 'Descartar',
    action: (action: string, what: string) => `${action}: ${what}`,
    waiting: 'Se enviará en cuanto se pueda llegar al servidor.',
    fileFailed: (reason: string) => `No se hizo ningún archivo: ${reason}`,
    bytesGone: (name: string) => `${name} ya no está en este dispositivo. Lo demás está en el archivo.`,
    discarded: (what: string) => `Descartado: ${what}`,
    tooLate: 'Puede que ya haya llegado al servidor y no se puede retirar.',
    discardTitle: (what: string) => `¿Descartar: ${what}?`,
    lost: {
      stays:
        'No se envía. Aquí no se pierde nada: se queda en este dispositivo y lo llevará el próximo guardado.',
      sketches: 'No se envía. Se queda en este dispositivo hasta que vuelvas a pintar ahí, lo que la envía.',
      opened: 'Otros dispositivos no abrirán este proyecto primero. No se pierde nada más.',
      picture: 'La imagen está solo en este dispositivo y se elimina para siempre.',
      brought:
        'La imagen del archivo de proyecto no llega a tus renders. El archivo de proyecto la sigue teniendo.',
      item: 'No llega a tu biblioteca. El archivo de proyecto lo sigue teniendo.',
      look: 'El aspecto está solo en este dispositivo y se elimina para siempre.',
      lookChange: 'Se pierde tu cambio: vuelve a ser lo que tiene el servidor.',
      environment:
        'El entorno está solo en este dispositivo y se elimina para siempre. Los proyectos que lo llevan lo conservan.',
      order: 'El encargo se retira. No cuesta nada.',
    },
    others: (count: number) =>
      count === 1
        ? 'También se descarta otro que lo necesita.'
        : `También se descartan ${format.number(count)} que lo necesitan.`,
    settings: {
      title: 'Aún no está en el servidor',
      help: 'Lo que espera al servidor y lo que este no aceptó: con el motivo y lo que puedes hacer.',
      show: 'Mostrar',
    },
  },
};
