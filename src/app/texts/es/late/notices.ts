import type { enNotices } from '../../en/late/notices.ts';
import { createFormatters } from '../../formatters.ts';

const format = createFormatters('es');
const credits = (count: number) => `${format.number(count)} ${count === 1 ? 'crédito' : 'créditos'}`;

export const esNotices: typeof enNotices = {
  notices: {
    title: 'Notificaciones',
    none: 'Todavía no ha pasado nada.',
    noneHint: 'Aquí aparecen los renders terminados y fallidos, los reembolsos y las compras.',
    loadFailed: 'No se han podido cargar las notificaciones.',
    more: 'Ver anteriores',
    unread: 'Nueva',
    finished: (images) => (images === 1 ? 'Render terminado' : `${images} imágenes terminadas`),
    failed: 'El render falló',
    cancelled: 'Render cancelado',
    refunded: (count) => `${count === 1 ? 'Se devolvió' : 'Se devolvieron'} ${credits(count)}.`,
    purchase: (count) => `Compra de créditos: ${credits(count)}`,
    subscription: (count) => `Tu plan ha traído ${credits(count)}`,
    signup: (count) => `Te damos la bienvenida: ${credits(count)} para empezar`,
    grant: (count) => `Has recibido ${credits(count)}`,
    clawback: (count) => `${credits(count)} retirados por un pago reembolsado`,
    clawbackReturned: (count) => `${credits(count)} recuperados de un pago en disputa`,
    clawbackSpent: 'Se devolvió un pago cuyos créditos ya se habían gastado',
    debtPaid: (count) => `${credits(count)} han pagado lo que debías`,
    owed: (count) => `Debes ${credits(count)}: los próximos que lleguen los pagan.`,
    paymentFailed: (amount) => `Falló el pago de ${amount} de tu plan`,
    paymentHint: 'Se volverá a intentar. Revisa tu tarjeta en Precios.',
    signInAlarm: 'Alguien está intentando entrar en tu cuenta',
    signInAlarmHint:
      'Diez o más contraseñas o códigos fueron incorrectos en un día. Si no fuiste tú, elige otra contraseña.',
  },
};
