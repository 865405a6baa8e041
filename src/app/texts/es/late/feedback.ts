import type { Widened } from '../../catalogue.ts';
import type { enFeedback, enReturns } from '../../en/late/feedback.ts';
import { createFormatters } from '../../formatters.ts';

export const esFeedback: Widened<typeof enFeedback> = {
  feedback: {
    title: 'Comentarios',
    type: '¿De qué se trata?',
    types: { bug: 'Error', improvement: 'Mejora', love: 'Me encanta', problem: 'Problema' },
    name: 'Título',
    nameMissing: 'Escribe un título.',
    description: 'Descripción',
    descriptionMissing: 'Descríbelo.',
    descriptionHint: 'Qué has hecho, qué has visto, qué esperabas',
    screenshot: 'Captura de pantalla',
    screenshotHint: 'Una imagen de la página que hay detrás de esta ventana, con el escenario.',
    capture: 'Capturar pantalla',
    capturing: 'Capturando…',
    captureAgain: 'Capturar de nuevo',
    captureFailed: 'Error al capturar la pantalla. Inténtalo de nuevo.',
    captureRefused: 'Este navegador no da ninguna imagen de la página. Tus comentarios pueden ir sin ella.',
    stageAlone: 'Este navegador no da ninguna imagen de la página: esta muestra solo el escenario.',
    preview: 'La captura que se envía',
    remove: 'Quitar la captura',
    what: 'También se envían la dirección, el tamaño de la ventana y el nombre del navegador.',
    offline: 'No se puede llegar al servidor. Lo que has escrito se queda aquí hasta que puedas enviarlo.',
    send: 'Enviar',
    sending: 'Enviando…',
    failed: 'Error al enviar los comentarios',
    thanks: 'Gracias. Tus comentarios han llegado.',
    ticket: 'Ticket',
    copyTicket: (ticket) => `Copiar ${ticket}`,
    close: 'Cerrar',
  },
};

const format = createFormatters('es');
const credits = (count: number) => `${format.number(count)} ${count === 1 ? 'crédito' : 'créditos'}`;
const cameBack = (count: number) => (count === 1 ? 'se devolvió' : 'se devolvieron');

/** Sending a picture back, what was not charged, and what staff see of both. */
export const esReturns: Widened<typeof enReturns> = {
  returns: {
    open: 'Devolver',
    title: 'Devolver esta imagen',
    about: (count, days) =>
      `Una imagen mala no cuesta nada: ${count === 1 ? 'vuelve' : 'vuelven'} ${credits(count)}, al momento si el personal no revisa antes tus devoluciones. Aquí queda en pequeño y su tamaño completo desaparece. Durante ${days} días y una vez por imagen.`,
    aboutFree: (days) =>
      `Di qué tiene de malo para que las próximas sean mejores. Durante ${days} días y una vez por imagen.`,
    why: '¿Qué tiene de malo?',
    reasons: {
      'product-changed': 'El producto ya no es el nuestro',
      'wrong-material': 'Un material no es el correcto',
      'wrong-surroundings': 'El entorno no es el que pedí',
      flawed: 'Tiene defectos',
      other: 'Otra cosa',
    },
    words: 'Con tus palabras (opcional)',
    send: 'Devolver',
    sent: (count) =>
      `Devuelta. ${count === 1 ? 'Vuelve a ser tuyo' : 'Vuelven a ser tuyos'} ${credits(count)}.`,
    sentFree: 'Devuelta. Gracias: ayuda a que las próximas sean mejores.',
    lookedAt:
      'Devuelta. Alguien del equipo la mira antes de que vuelvan los créditos; la imagen sigue siendo tuya.',
    badge: {
      'failed-check': 'Sin cobrar',
      'sent-back': 'Devuelta',
    },
    notCharged: 'Sin cobrar: el producto volvió cambiado.',
    checkedOften:
      'El producto volvió cambiado, como en la mayoría de tus imágenes: el equipo la mira antes de que vuelvan los créditos.',
    taken: 'Devuelta: sus créditos volvieron y solo queda la imagen pequeña.',
    waiting: 'Devuelta: el equipo la mira primero y la imagen sigue siendo tuya.',
    noted: 'Devuelta.',
    staff: {
      about: (days) => `Imágenes de IA de los últimos ${days} días`,
      none: 'No hay imágenes de IA en los últimos 30 días.',
      family: 'Modelos',
      unknown: 'Sin anotar',
      all: 'Todos',
      pictures: 'Imágenes',
      failed: 'Con control fallido, de 100',
      sentBack: 'Devueltas, de 100',
      latest: 'Últimos motivos',
      failedOften: 'No pasó el control, como la mayoría de las imágenes de esta persona',
      noLatest: 'Nadie ha devuelto una imagen.',
      entry: (render, picture) => `Render ${format.number(render)}, imagen ${picture}`,
      refunded: (count) => `${cameBack(count)} ${credits(count)}`,
      open: (count) => `Aún no se ha devuelto nada: costó ${credits(count)}`,
    },
  },
};
