import type { PlanName, Recurrence, SubscriptionStatus } from '../../contract/http/billing.ts';

/** Who takes people's money: Stripe, or the checkout of our own that charges no card. Ids are the provider's own. */
export interface Payments {
  /** Prices that plans are sold at now; a plan without one cannot be bought. */
  listPrices(): Promise<readonly PlanPrice[]>;
  /** @returns The new customer's id. */
  createCustomer(person: { readonly userId: number; readonly email: string }): Promise<string>;
  /** Opens a page where an order is paid; the same page for the same order. @returns Null for a customer it does not know. */
  createCheckout(order: CheckoutOrder): Promise<{ readonly sessionId: string; readonly url: string } | null>;
  /** Nobody can pay there any more; one that was paid stays so, and one it does not know is closed. */
  closeCheckout(sessionId: string): Promise<void>;
  /** @returns Null for one it does not know. */
  readSession(id: string): Promise<Session | null>;
  /**
   * @returns Null for one it does not know: it charges nothing.
   * @throws AppError `subscription-elsewhere` for one that somebody else may be charging.
   */
  readSubscription(id: string): Promise<Subscription | null>;
  readInvoice(id: string): Promise<Invoice>;
  readPayment(id: string): Promise<Payment>;
  /** What {@link changeNow} would charge. @param at Until when the plan before is reckoned. */
  previewChange(subscriptionId: string, price: PlanPrice, at: Date): Promise<PreviewedChange>;
  /**
   * Another plan from now on, with the difference charged at once; nothing changes where the card refuses it.
   *
   * @param at As for {@link previewChange}: then it charges what that said.
   * @throws AppError `payment-declined`.
   */
  changeNow(subscriptionId: string, price: PlanPrice, at: Date): Promise<void>;
  /** Money of a subscriber's that pays coming invoices before their card does. */
  readCredit(subscriptionId: string): Promise<number>;
  /** Another plan once the paid period ends, instead of what was to come before. */
  changeAtEnd(subscriptionId: string, price: PlanPrice): Promise<void>;
  /** No further period. */
  cancelAtEnd(subscriptionId: string): Promise<void>;
  /** Goes on as it is: neither a cancellation nor another plan is to come. */
  resume(subscriptionId: string): Promise<void>;
  /**
   * Ends it at once, with nothing given back; one that has ended stays so, and one it does not know has.
   *
   * @throws AppError `subscription-elsewhere`.
   */
  endNow(subscriptionId: string): Promise<void>;
  /** Gives all of a payment back, once. */
  refund(paymentId: string): Promise<void>;
  /** @returns Null when the signature is not the provider's, or is older than 300 s. */
  readEvent(body: Buffer, signature: string): PaymentEvent | null;
}

export interface PlanPrice {
  readonly id: string;
  readonly plan: PlanName;
  readonly recurrence: Recurrence;
  /** Of a whole period, in the currency's smallest unit. */
  readonly amount: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

export interface CheckoutOrder {
  /** Ours; with the customer's it is the idempotency key too. */
  readonly id: string;
  readonly customerId: string;
  readonly item:
    | { readonly kind: 'pack'; readonly name: string; readonly amount: number; readonly currency: string }
    | { readonly kind: 'plan'; readonly price: PlanPrice };
  readonly language: 'en' | 'es';
  /** Where the person comes back to. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface Session {
  readonly id: string;
  /** Null for one that is not ours. */
  readonly orderId: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly isPaid: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly paymentId: string | null;
  readonly subscriptionId: string | null;
  /** Of the first period of a plan; null while there is none. */
  readonly invoiceId: string | null;
}

export interface Subscription {
  readonly id: string;
  readonly customerId: string;
  /** Null for a price that is not one of our plans. */
  readonly current: PlanPrice | null;
  readonly status: SubscriptionStatus;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cancelsAtEnd: boolean;
  readonly next: PlanPrice | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export interface Invoice {
  readonly id: string;
  readonly customerId: string;
  /** Null for one that belongs to no subscription. */
  readonly subscriptionId: string | null;
  readonly number: string | null;
  /** What is to pay, or was paid. */
  readonly amount: number;
  readonly currency: string;
  readonly status: 'open' | 'paid' | 'failed' | 'void';
  readonly lines: readonly InvoiceLine[];
  /** The payment that paid it; null while there is none, or where nothing was to pay. */
  readonly paymentId: string | null;
  readonly pageUrl: string | null;
  readonly pdfUrl: string | null;
  readonly createdAt: Date;
}

export interface PreviewedChange extends Pick<Invoice, 'amount' | 'lines'> {
  /** Money of the person's that is left after it, and pays coming invoices. */
  readonly creditLeft: number;
}

export interface InvoiceLine {
  /** Null for a line about something else than our plans. */
  readonly price: PlanPrice | null;
  /** A whole period's, or its prorated part; negative for what is given back of the plan before. */
  readonly amount: number;
}

export interface Payment {
  readonly id: string;
  readonly customerId: string | null;
  readonly amount: number;
  readonly refundedAmount: number;
  /** Whether the bank has taken the money back, for now or for good. */
  readonly isDisputed: boolean;
}

/** A webhook event of the provider. It only names the object that changed; its state is read from the provider again. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: {
    readonly kind: 'session' | 'subscription' | 'invoice' | 'payment' | 'other';
    readonly id: string;
    readonly customerId: string | null;
  };
}
