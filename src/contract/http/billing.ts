import { z } from 'zod';
import { count, DateTime, RowId, text } from '../shapes.ts';

const WebAddress = z.url({ protocol: /^https?$/ });
/** ISO 4217, upper case. */
const Currency = z.string().regex(/^[A-Z]{3}$/);

/** In their rank (S1 9). */
export const PLAN_NAMES = ['starter', 'pro', 'ultimate'] as const;
export const PlanName = z.enum(PLAN_NAMES);
export type PlanName = z.infer<typeof PlanName>;
export const Recurrence = z.enum(['monthly', 'yearly']);
export type Recurrence = z.infer<typeof Recurrence>;
/** `past_due`: the last invoice could not be paid and is tried again. */
export const SubscriptionStatus = z.enum(['incomplete', 'active', 'past_due', 'canceled']);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** GET /api/subscriptions/plans/. Prices are in whole currency units; `price_yearly` is a month's price billed yearly (B17). */
export const PlanBody = z.object({
  id: z.number().int(),
  name: z.string(),
  price_monthly: z.number().nonnegative(),
  price_yearly: z.number().nonnegative(),
  currency: Currency,
  credits_per_month: count(),
  credits_per_year: count(),
  annual_saving_percent: z.number().nullable(),
  monthly_saving_percent: z.number().nullable(),
  /** Null while the payment provider has no such price. */
  stripe_price_id_monthly: z.string().nullable(),
  stripe_price_id_yearly: z.string().nullable(),
  price_per_image_monthly: z.number().nonnegative(),
  price_per_image_yearly: z.number().nonnegative(),
  original_price_monthly: z.number().nonnegative().nullable(),
  /** How many of a person's waiting orders are drawn for one of somebody without a plan. */
  queue_turns: RowId,
  /** Room for pictures of their own. */
  library_bytes: z.number().positive(),
  /** What whoever runs the instance offers besides: lines of text in the language of Accept-Language. */
  features: z.array(z.string()),
});
export type PlanBody = z.infer<typeof PlanBody>;
/** GET /api/subscriptions/credit-packs/ */
export const PackBody = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number().nonnegative(),
  currency: Currency,
  credits: RowId,
  is_active: z.boolean(),
  approx_images: count(),
  price_per_image: z.number().nonnegative(),
});
export type PackBody = z.infer<typeof PackBody>;
/** GET /api/subscriptions/subscriptions/?status=active: the first one is the current one. */
export const SubscriptionBody = z.object({
  id: z.number().int(),
  plan: z.object({ name: PlanName }),
  recurrence: Recurrence,
  status: SubscriptionStatus,
  period_end: z.string(),
  cancels_at_end: z.boolean(),
  /** What it becomes at `period_end`; null when it goes on as it is. */
  next: z.object({ plan: z.object({ name: PlanName }), recurrence: Recurrence }).nullable(),
});
export type SubscriptionBody = z.infer<typeof SubscriptionBody>;
/** POST /api/subscriptions/stripe/create-checkout-session/ */
export const PlanCheckoutBody = z.object({ price_id: text(200).min(1) });
/** POST /api/subscriptions/stripe/create-creditpack-checkout-session/ */
export const PackCheckoutBody = z.object({ pack_id: text(100).min(1) });
export const CheckoutBody = z.object({ checkout_url: WebAddress });
/** GET /api/subscriptions/purchases/{order}/: what became of an order of the caller's. */
export const PurchaseBody = z.object({
  kind: z.enum(['pack', 'plan']),
  /** `processing`: the checkout is done, its money not yet confirmed. `just-paid`: within the last 15 minutes. */
  state: z.enum(['not-paid', 'processing', 'just-paid', 'paid']),
  /**
   * What comes of the money, as far as it is known: credits; nothing now, since they were given before, for an earlier plan; or
   * the money goes back, since the person had a plan already.
   */
  brings: z.enum(['credits', 'nothing-now', 'money-back']).default('credits'),
});
export type PurchaseBody = z.infer<typeof PurchaseBody>;
/** POST /api/subscriptions/preview-change/ and change/: from the current plan to another. */
export const ChangeBody = z.object({
  price_id: text(200).min(1),
  /**
   * `effective_at` of the preview that the person said yes to, with its `when` and `amount_due`: where they hold no longer, the
   * change is refused. Without any of the three, what is due now is charged.
   */
  previewed_at: DateTime.optional(),
  when: z.enum(['now', 'period-end']).optional(),
  /** In whole currency units. */
  amount_due: z.number().nonnegative().max(1_000_000_000).optional(),
});
export const ChangePreview = z.object({
  /** At once, with the difference charged now; or when the paid period ends, with nothing charged now. */
  when: z.enum(['now', 'period-end']),
  /** To pay now, in whole currency units. */
  amount_due: z.number().nonnegative(),
  currency: Currency,
  /** Credits that come now. */
  credits: count(),
  /** When the new plan begins. */
  effective_at: z.string(),
  /** Of a whole period of the new plan, in whole currency units. */
  price: z.number().nonnegative(),
  recurrence: Recurrence,
  /** What is left of what was paid, in whole currency units: it pays coming invoices before the card does. */
  credit_left: z.number().nonnegative(),
  /** The first payment to come after this one; null where none is in sight. */
  next_payment: z.object({ amount: z.number().nonnegative(), at: z.string() }).nullable(),
  /** The first credits to come after these; null where none are in sight. */
  next_credits: z.object({ amount: count(), at: z.string() }).nullable(),
});
export type ChangePreview = z.infer<typeof ChangePreview>;
/** GET /api/subscriptions/invoices/, newest first. */
export const InvoiceBody = z.object({
  id: z.string(),
  number: z.string().nullable(),
  amount: z.number(),
  currency: Currency,
  status: z.enum(['open', 'paid', 'failed', 'void', 'refunded', 'disputed']),
  credits: z.number().int(),
  page_url: WebAddress.nullable(),
  pdf_url: WebAddress.nullable(),
  created_at: z.string(),
});
export type InvoiceBody = z.infer<typeof InvoiceBody>;
