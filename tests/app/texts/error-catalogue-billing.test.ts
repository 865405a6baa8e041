import { expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { buyPack } from '../../../src/app/features/billing/buy-pack.ts';
import { cancelPlan } from '../../../src/app/features/billing/cancel-plan.ts';
import { changePlan } from '../../../src/app/features/billing/change-plan.ts';
import { choosePlan } from '../../../src/app/features/billing/choose-plan.ts';
import {
  describeChangeError,
  describePackError,
  describePlanError,
} from '../../../src/app/features/billing/describe-checkout-error.ts';
import { resumePlan } from '../../../src/app/features/billing/resume-plan.ts';
import type { FakeAddress } from '../../support/fake-address.ts';
import { createFakeOutside, createTestApp } from '../../support/fake-outside.ts';
import { makePack } from '../../support/plans.ts';
import { createShopServer, type ShopServer } from '../../support/shop-server.ts';

const PLAN = 'create-checkout-session';
const PACK = 'create-creditpack-checkout-session';

const AGREED = { when: 'now', amount_due: 80, effective_at: '2026-06-01T12:00:00.000Z' } as const;

interface Scene {
  readonly app: App;
  readonly server: ShopServer;
}

function open(language: 'es' | 'en'): Scene {
  const server = createShopServer();
  return { app: createTestApp({ ...createFakeOutside(server), languages: [language] }), server };
}

/** What the window says; the page is not left. */
async function say(
  { app }: Scene,
  work: Promise<unknown>,
  describe: typeof describePlanError,
): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).not.toBeNull();
  expect((app.outside.address as FakeAddress).left).toEqual([]);
  return describe(app.texts(), error);
}
const plan = (scene: Scene, priceId: string | null = 'price_pro_yearly'): Promise<string> =>
  say(scene, choosePlan(scene.app, priceId), describePlanError);
const pack = (scene: Scene): Promise<string> =>
  say(scene, buyPack(scene.app, makePack('small')), describePackError);

type Row = readonly [title: string, cause: (scene: Scene) => Promise<string>, es: string, en: string];

const ROWS: readonly Row[] = [
  [
    'S1 5: subscribing without an access token',
    (scene) => {
      scene.app.session.clear();
      return plan(scene);
    },
    'Por favor inicia sesión para suscribirte',
    'Sign in to subscribe',
  ],
  [
    'S1 5: a plan without a price id',
    (scene) => plan(scene, null),
    'Error: No se encontró el Price ID de Stripe para este plan',
    'Error: the Stripe price id of this plan was not found',
  ],
  [
    'the provider no longer knows the price',
    (scene) => {
      scene.server.fail(PLAN, { status: 404, code: 'price-unknown' });
      return plan(scene);
    },
    'Error: No se encontró el Price ID de Stripe para este plan',
    'Error: the Stripe price id of this plan was not found',
  ],
  [
    'plan checkout failure',
    (scene) => {
      scene.server.fail(PLAN, { status: 502, code: 'payment-unavailable' });
      return plan(scene);
    },
    'Error al crear la sesión de pago. Por favor, intenta de nuevo.',
    'Error creating the payment session. Please try again.',
  ],
  [
    'plan checkout without an address that a browser may go to',
    (scene) => {
      scene.server.answers.set(`POST /api/subscriptions/stripe/${PLAN}/`, () => ({
        checkout_url: 'javascript:alert(1)',
      }));
      return plan(scene);
    },
    'Error al crear la sesión de pago. Por favor, intenta de nuevo.',
    'Error creating the payment session. Please try again.',
  ],
  [
    'plan network failure',
    (scene) => {
      scene.server.fail(PLAN, 'lost-request');
      return plan(scene);
    },
    'Error al conectar con el servidor. Por favor, intenta de nuevo.',
    'Error connecting to the server. Please try again.',
  ],
  [
    'another tab has bought a plan meanwhile',
    (scene) => {
      scene.server.fail(PLAN, { status: 409, code: 'subscription-exists' });
      return plan(scene);
    },
    'Ya tienes un plan. Cámbialo.',
    'You have a plan already. Change it instead.',
  ],
  [
    'the card is refused for the difference to another plan',
    (scene) => {
      scene.server.fail('/change/', { status: 402, code: 'payment-declined' });
      return say(scene, changePlan(scene.app, 'price_ultimate_yearly', AGREED), describePlanError);
    },
    'El pago fue rechazado. Tu plan sigue como estaba.',
    'The payment was declined. Your plan is as it was.',
  ],
  [
    'nobody knows whether the plan was changed',
    (scene) => {
      scene.server.fail('/change/', { status: 502, code: 'payment-unavailable' });
      return say(scene, changePlan(scene.app, 'price_ultimate_yearly', AGREED), describeChangeError);
    },
    'El servicio de pago no responde. Comprueba si se ha hecho antes de intentarlo de nuevo.',
    'The payment service does not answer. See whether it was done before you try again.',
  ],
  [
    'the price of another plan is not what its preview said',
    (scene) => {
      scene.server.fail('/change/', { status: 409, code: 'price-changed' });
      return say(scene, changePlan(scene.app, 'price_ultimate_yearly', AGREED), describeChangeError);
    },
    'El precio o la fecha de este cambio ya es otro. No se ha cobrado nada.',
    'The price or the day of this change is another by now. Nothing was charged.',
  ],
  [
    'pack checkout refused',
    (scene) => {
      scene.server.fail(PACK, { status: 404, code: 'price-unknown' });
      return pack(scene);
    },
    'Error creando sesión de Stripe: Esto ya no está a la venta. No se ha cobrado nada.',
    'Error creating the Stripe session: This is not for sale any more. Nothing was charged.',
  ],
  [
    'pack checkout without a url',
    (scene) => {
      scene.server.answers.set(`POST /api/subscriptions/stripe/${PACK}/`, () => ({}));
      return pack(scene);
    },
    'Error creando sesión de Stripe: Error desconocido',
    'Error creating the Stripe session: Unknown error',
  ],
  [
    'pack network error',
    (scene) => {
      scene.server.fail(PACK, 'lost-request');
      return pack(scene);
    },
    'Error de red: No se puede conectar con el servidor. Tu trabajo está a salvo en este dispositivo.',
    'Network error: The server cannot be reached. Your work is safe on this device.',
  ],
];

test.each(ROWS)('%s', async (_title, cause, es, en) => {
  expect(await cause(open('es'))).toBe(es);
  expect(await cause(open('en'))).toBe(en);
});

test.each(['/change/', '/cancel/', '/resume/'])(
  'after %s failed the plan is asked for anew: it may have been done',
  async (path) => {
    const { app, server } = open('en');
    app.queries.setQueryData(['subscription'], null);
    server.fail(path, { status: 502, code: 'payment-unavailable' });
    const work = {
      '/change/': () => changePlan(app, 'price_pro_yearly', AGREED),
      '/cancel/': () => cancelPlan(app),
      '/resume/': () => resumePlan(app),
    }[path];
    await expect(work?.()).rejects.toMatchObject({ failure: { code: 'payment-unavailable' } });
    expect(app.queries.getQueryState(['subscription'])?.isInvalidated).toBe(true);
  },
);
