import type { enOrders } from '../../en/late/orders.ts';
import { createFormatters } from '../../formatters.ts';

const format = createFormatters('es');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

/** See `en/late/orders.ts`. */
export const esOrders: typeof enOrders = {
  masks: {
    chosen:
      'Ninguno de los materiales que elegiste entra en esta imagen: la IA la pinta sin máscaras. Elige otros en Materiales.',
    plain:
      'Ningún material de este modelo tiene textura: la IA la pinta sin máscaras. Pon a una parte un material de la biblioteca, o protégela.',
  },
  orderSet: {
    views: 'Vistas',
    current: 'Vista actual',
    all: 'Todas',
    none: 'Ninguna',
    looks: 'Aspectos',
    asIs: 'Como está',
    colourways: 'Colores',
    saved: 'Aspectos guardados',
    hint: 'Todas las imágenes llevan la misma semilla. El escenario las muestra un momento y después queda como estaba.',
    notApplied: (look, list) => `De «${look}», a estas imágenes les faltará: ${list}.`,
    noViews: 'Guarda vistas en el escenario para pedir varias a la vez.',
    sum: (views, looks, images) =>
      [
        plural(views, 'vista', 'vistas'),
        ...(looks > 1 ? [plural(looks, 'aspecto', 'aspectos')] : []),
        ...(images > 1 ? [plural(images, 'imagen', 'imágenes')] : []),
      ].join(' × '),
    order: (pictures) => `Pedir ${plural(pictures, 'imagen', 'imágenes')}`,
    orderOffline: (pictures) => `Enviar ${plural(pictures, 'imagen', 'imágenes')} al conectar`,
    nothing: 'Elige al menos una vista y un aspecto.',
    tooMany: (max) => `Una serie tiene como máximo ${format.number(max)} imágenes.`,
    tooDear: 'Es más de lo que tienes.',
    taking: (number, total) => `Tomando la imagen ${number} de ${total}`,
    takingHint: 'No se pide nada hasta haberlas tomado todas.',
    ordered: (pictures) =>
      pictures === 1 ? 'La imagen está pedida.' : `${format.number(pictures)} imágenes están pedidas.`,
    cancelled: 'La serie no se pidió. El escenario está como estaba.',
  },
  place: {
    label: 'Dónde se dibuja',
    server: 'En el servidor',
    device: 'En este dispositivo',
    largeHere: 'Las imágenes de más de 2048 px se dibujan en el servidor.',
    layersHere: 'Las imágenes con capas se dibujan en el servidor.',
  },
  here: {
    drawing: (percent) => `En este dispositivo, ${percent}`,
    sparing: 'En este dispositivo, en pausa para ahorrar batería',
    spared:
      'Mientras esta pestaña no se veía, su imagen estuvo en pausa para ahorrar batería. Ahora continúa.',
    elsewhere: 'Se dibuja en otra pestaña',
    waiting: 'Espera su turno en este dispositivo',
    failed: 'No se dibujó',
    again: 'Dibujar de nuevo',
    discard: 'Descartar',
    cancel: 'Cancelar la imagen en este dispositivo',
    refused: 'Una imagen solo está en este dispositivo',
    send: 'Enviarla otra vez',
    onlyHere:
      'Por ahora solo está en este dispositivo. Irá a tu biblioteca en cuanto se pueda llegar al servidor.',
    badge: 'Dibujado en un dispositivo',
  },
  live: {
    title: 'Vista en vivo',
    unsupported: 'Este navegador no puede trazar: le falta lo que Studio necesita.',
    notOffered: 'En este servidor no se dibuja en los dispositivos.',
    unloaded: 'No se pudo cargar la vista en vivo. Inténtalo de nuevo cuando haya conexión.',
    resting: 'Empieza cuando nada se mueve',
    begins: 'Trazando…',
    frame: (size, samples, isFinished) =>
      `${size}, ${samples} ${samples === '1' ? 'muestra' : 'muestras'}${isFinished ? ', terminada' : ''}`,
    finished: 'La imagen en vivo está terminada.',
    failed: 'La vista en vivo se detuvo. Lo intentará de nuevo con el próximo cambio.',
    waits: {
      stage: 'Espera hasta que se vea el escenario',
      model: 'Espera el modelo',
      tool: 'Espera mientras esta herramienta está abierta',
      turntable: 'Espera mientras gira el plato',
      pose: 'Espera mientras se reproduce la animación',
      order: 'Espera la imagen que dibuja este dispositivo',
    },
    keep: 'Guardar esta imagen',
    kept: 'Guardada',
    keptFinished: 'La imagen está guardada.',
    keptDrawing: 'La imagen está guardada. Este dispositivo la dibuja hasta el final.',
  },
  failedBy: {
    'image-unreadable': 'No se pudo leer una de sus imágenes: vuelve a elegirla.',
    'model-unreadable': 'No se pudo leer el modelo: vuelve a abrir su archivo.',
    'model-too-complex': 'El modelo tiene más piezas de las que se pueden dibujar.',
  },
  orderWords: {
    waitingOffline: (time) => `Un render del ${time} espera la conexión.`,
    waitingSend: (time) => `Un render del ${time} no se envió. ¿Enviarlo ahora?`,
    waitingRefused: 'Un render no fue aceptado.',
    offlineTitle: 'No tienes conexión',
    goneTitle: 'El servidor no responde',
    backTitle: 'El servidor vuelve a estar ahí',
    backMessage: (credits) => `¿Enviar este render ahora? Cuesta ${credits} créditos.`,
    backFree: '¿Enviar este render ahora?',
    aiMissingTitle: 'Ahora no hay ningún servidor de IA',
    free: 'Gratis',
    hereFree: 'Studio en este dispositivo, gratis',
  },
  waitingSet: {
    offline: (time, count) => `${format.number(count)} renders del ${time} esperan la conexión.`,
    send: (time, count) => `${format.number(count)} renders del ${time} no se enviaron. ¿Enviarlos ahora?`,
    refused: (count) => `${format.number(count)} renders no fueron aceptados.`,
  },
  noCredits: {
    title: 'Créditos insuficientes',
    facts: (pictures, price, balance) =>
      pictures === 1
        ? `Este pedido cuesta ${price} créditos y tienes ${balance}.`
        : `Estas ${format.number(pictures)} imágenes cuestan ${price} créditos y tienes ${balance}.`,
    kept: 'El pedido se conserva en este dispositivo tal como está. Sale cuando lo envíes.',
    ask: 'El propietario de este servidor puede darte créditos.',
    buy: 'Comprar créditos',
    later: 'Guardar para después',
  },
};
