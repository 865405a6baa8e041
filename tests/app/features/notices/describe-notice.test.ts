import { expect, test } from 'vitest';
import { describeNotice } from '../../../../src/app/features/notices/describe-notice.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import type { NoticeBody } from '../../../../src/contract/http/notices.ts';
import { LATE_TEXTS } from '../../../support/late-texts.ts';

const common = { key: 'render:1', created_at: '2026-06-01T12:00:00Z', is_unread: true };
const render = { ...common, render_id: 1, prompt: 'a red chair', refunded: 0 };
const money = { ...common, item: null, note: null, pays_debt: false, owed: 0 };

test.each<[NoticeBody, string, string | null, string, string | null]>([
  [
    { ...render, kind: 'render-finished', thumbnail: null, images: 1 },
    'Render finished',
    'a red chair',
    'Render terminado',
    'a red chair',
  ],
  [
    { ...render, kind: 'render-finished', thumbnail: null, images: 3, refunded: 200 },
    '3 pictures finished',
    '200 credits came back.',
    '3 imágenes terminadas',
    'Se devolvieron 200 créditos.',
  ],
  [
    { ...render, kind: 'render-failed', error_code: 'engine-failed', refunded: 400 },
    'Render failed. 400 credits came back.',
    'a red chair',
    'El render falló. Se devolvieron 400 créditos.',
    'a red chair',
  ],
  [
    { ...render, kind: 'render-failed', error_code: 'engine-out-of-memory', refunded: 400 },
    expect.stringContaining('memory') as unknown as string,
    'a red chair',
    expect.stringContaining('memoria') as unknown as string,
    'a red chair',
  ],
  [
    { ...render, kind: 'render-cancelled', refunded: 1 },
    'Render cancelled',
    '1 credit came back.',
    'Render cancelado',
    'Se devolvió 1 crédito.',
  ],
  [
    { ...money, kind: 'purchase', amount: 10_000, item: 'medium' },
    'Credit purchase: 10,000 credits',
    null,
    'Compra de créditos: 10.000 créditos',
    null,
  ],
  [
    { ...money, kind: 'grant', amount: 500, note: 'Sorry for the wait' },
    'You were given 500 credits',
    'Sorry for the wait',
    'Has recibido 500 créditos',
    'Sorry for the wait',
  ],
  [
    { ...money, kind: 'signup', amount: 2000 },
    'Welcome: 2,000 credits to begin with',
    null,
    'Te damos la bienvenida: 2000 créditos para empezar',
    null,
  ],
  [
    { ...money, kind: 'subscription', amount: 30_000, item: 'pro' },
    'Your plan brought 30,000 credits',
    null,
    'Tu plan ha traído 30.000 créditos',
    null,
  ],
  [
    { ...money, kind: 'clawback', amount: -2000 },
    '2,000 credits went back with a refunded payment',
    null,
    '2000 créditos retirados por un pago reembolsado',
    null,
  ],
  [
    { ...money, kind: 'clawback', amount: 2000 },
    '2,000 credits came back from a disputed payment',
    null,
    '2000 créditos recuperados de un pago en disputa',
    null,
  ],
  [
    { ...money, kind: 'clawback', amount: -500, owed: 1500 },
    '500 credits went back with a refunded payment',
    'You owe 1,500 credits: the next that come pay them.',
    '500 créditos retirados por un pago reembolsado',
    'Debes 1500 créditos: los próximos que lleguen los pagan.',
  ],
  [
    { ...money, kind: 'clawback', amount: 0, owed: 2000 },
    'A payment went back after its credits had been spent',
    'You owe 2,000 credits: the next that come pay them.',
    'Se devolvió un pago cuyos créditos ya se habían gastado',
    'Debes 2000 créditos: los próximos que lleguen los pagan.',
  ],
  [
    { ...money, kind: 'clawback', amount: -2000, pays_debt: true },
    '2,000 credits paid what you owed',
    null,
    '2000 créditos han pagado lo que debías',
    null,
  ],
  [
    { ...common, kind: 'payment-failed', plan: 'pro', amount: 60, currency: 'EUR' },
    'The payment of €60 for your plan failed',
    'It is tried again. Check your card in Pricing.',
    'Falló el pago de 60\u00a0€ de tu plan',
    'Se volverá a intentar. Revisa tu tarjeta en Precios.',
  ],
])('%o reads', (notice, title, detail, titulo, detalle) => {
  expect(describeNotice(textsOf('en'), LATE_TEXTS.en, notice)).toEqual({ title, detail });
  expect(describeNotice(textsOf('es'), LATE_TEXTS.es, notice)).toEqual({ title: titulo, detail: detalle });
});
