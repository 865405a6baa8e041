import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccountLanguage } from '../../contract/http/accounts.ts';
import {
  ChangeBody,
  ChangePreview,
  CheckoutBody,
  InvoiceBody,
  PackBody,
  PackCheckoutBody,
  PlanBody,
  PlanCheckoutBody,
  PurchaseBody,
  SubscriptionBody,
  SubscriptionStatus,
} from '../../contract/http/billing.ts';
import type { UserId } from '../../contract/ids.ts';
import { chooseLanguage } from '../accounts/choose-language.ts';
import { nameItem } from '../billing/catalogue.ts';
import { cancelPlan, changePlan, findPrice, previewChange, resumePlan } from '../billing/change-plan.ts';
import { listInvoices } from '../billing/list-invoices.ts';
import { listPacks } from '../billing/list-packs.ts';
import { listPlans } from '../billing/list-plans.ts';
import { listSubscriptions } from '../billing/list-subscriptions.ts';
import { openCheckout } from '../billing/open-checkout.ts';
import { paymentsOf } from '../billing/payments-of.ts';
import { placePackPurchase, placePlanPurchase } from '../billing/place-purchase.ts';
import { readPurchase } from '../billing/read-purchase.ts';
import { endLostPlan } from '../billing/settlement.ts';
import { deliverTestEvents } from '../billing/test-checkout/deliver-test-events.ts';
import type { Transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { runOnce } from '../http/idempotency.ts';
import { isOwnOrigin } from '../http/security.ts';

/** Calls that reach the payment provider, per address. Each route has its own: its figure is multiplied in place. */
const limited = () => ({ rateLimit: { max: 30, timeWindow: 60_000 } });
const base = '/api/subscriptions';

/** /api/subscriptions/: plans, packs and what a person has and pays (S1 7). */
export function subscriptionRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const { catalogue } = deps.config;
  const isPublic = true;

  app.get(
    `${base}/plans/`,
    { config: { isPublic }, schema: { summary: 'Lists the plans', response: { 200: z.array(PlanBody) } } },
    async (request) => listPlans(deps, languageOf(request)),
  );

  app.get(
    `${base}/credit-packs/`,
    {
      config: { isPublic },
      schema: { summary: 'Lists packs of credits', response: { 200: z.array(PackBody) } },
    },
    async (request) => listPacks(deps, languageOf(request)),
  );

  app.get(
    `${base}/subscriptions/`,
    {
      schema: {
        summary: 'Lists own plans, the present one first',
        querystring: z.object({ status: SubscriptionStatus.optional() }),
        response: { 200: z.array(SubscriptionBody) },
      },
    },
    async (request) => listSubscriptions(db, callerOf(request), request.query.status),
  );

  app.get(
    `${base}/invoices/`,
    { schema: { summary: 'Lists own invoices', response: { 200: z.array(InvoiceBody) } } },
    async (request) => listInvoices(db, callerOf(request)),
  );

  app.get(
    `${base}/purchases/:order/`,
    {
      config: limited(),
      schema: {
        summary: 'Tells what became of a checkout',
        params: z.object({ order: z.uuid() }),
        response: { 200: PurchaseBody },
      },
    },
    async (request) => readPurchase(deps, callerOf(request), request.params.order),
  );

  app.post(
    `${base}/stripe/create-checkout-session/`,
    {
      config: limited(),
      schema: {
        summary: 'Begins the checkout of a plan',
        body: PlanCheckoutBody,
        response: { 200: CheckoutBody },
      },
    },
    async (request) => {
      const payments = paymentsOf(deps);
      const userId = callerOf(request);
      const price = await findPrice(payments, request.body.price_id);
      await endLostPlan(db, payments, userId, deps.now());
      const { orderId } = await runOnce(deps, request, (tx) =>
        placePlanPurchase(tx, catalogue, userId, price),
      );
      const item = { kind: 'plan', price } as const;
      const checkout_url = await openCheckout(db, payments, userId, {
        id: orderId,
        item,
        ...comesFrom(deps, request),
      });
      return { checkout_url };
    },
  );

  app.post(
    `${base}/stripe/create-creditpack-checkout-session/`,
    {
      config: limited(),
      schema: {
        summary: 'Begins the checkout of a pack',
        body: PackCheckoutBody,
        response: { 200: CheckoutBody },
      },
    },
    async (request) => {
      const payments = paymentsOf(deps);
      const userId = callerOf(request);
      const { pack_id: packId } = request.body;
      const { orderId, amount, currency } = await runOnce(deps, request, (tx) =>
        placePackPurchase(tx, catalogue, userId, packId),
      );
      const from = comesFrom(deps, request);
      const item = {
        kind: 'pack',
        name: nameItem(catalogue, packId, from.language),
        amount,
        currency,
      } as const;
      const checkout_url = await openCheckout(db, payments, userId, { id: orderId, item, ...from });
      return { checkout_url };
    },
  );

  app.post(
    `${base}/preview-change/`,
    {
      config: limited(),
      schema: {
        summary: 'Tells what another plan would cost today',
        body: ChangeBody,
        response: { 200: ChangePreview },
      },
    },
    async (request) => previewChange(deps, callerOf(request), request.body.price_id),
  );

  app.post(
    `${base}/change/`,
    {
      config: limited(),
      schema: { summary: 'Changes the plan', body: ChangeBody, response: { 200: SubscriptionBody } },
    },
    async (request) => act(request, (tx, userId) => changePlan(deps, tx, userId, request.body)),
  );

  for (const [name, work] of [
    ['cancel', cancelPlan],
    ['resume', resumePlan],
  ] as const) {
    app.post(
      `${base}/${name}/`,
      {
        config: limited(),
        schema: {
          summary: 'Ends a plan with its period, or takes that back',
          response: { 200: SubscriptionBody },
        },
      },
      async (request) => act(request, (tx, userId) => work(deps, tx, userId)),
    );
  }

  async function act(
    request: FastifyRequest,
    work: (tx: Transaction, userId: UserId) => Promise<SubscriptionBody>,
  ): Promise<SubscriptionBody> {
    const userId = callerOf(request);
    await endLostPlan(db, paymentsOf(deps), userId, deps.now());
    const body = await deps.services.paymentMutex(() => runOnce(deps, request, (tx) => work(tx, userId)));
    if (deps.config.payments.kind === 'test') await deliverTestEvents(deps);
    return body;
  }
}

function languageOf(request: FastifyRequest): AccountLanguage {
  return chooseLanguage(undefined, request.headers['accept-language']);
}

/** Where the person's page is, and its language: they come back to it. */
function comesFrom(deps: Deps, request: FastifyRequest): { language: AccountLanguage; origin: string } {
  const { origin } = request.headers;
  const isOurs = origin !== undefined && isOwnOrigin(deps.config, request);
  return { language: languageOf(request), origin: isOurs ? origin : deps.config.publicUrl };
}
