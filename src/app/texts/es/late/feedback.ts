import type { Widened } from '../../catalogue.ts';
import type { enFeedback } from '../../en/late/feedback.ts';

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
