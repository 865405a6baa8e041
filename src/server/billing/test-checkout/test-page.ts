import type { AccountLanguage } from '../../../contract/http/accounts.ts';
import { toWhole } from '../stripe/currency-units.ts';

/** What the page of the test checkout shows. */
export interface TestPage {
  readonly language: AccountLanguage;
  /** Name of the pack, of the plan, or number of the invoice. */
  readonly item: string;
  /** That it brings each time; null for an invoice. */
  readonly credits: number | null;
  /** What a plan's price is for; null for anything else. */
  readonly period: 'monthly' | 'yearly' | null;
  /** In the smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly state: 'open' | 'paid' | 'closed';
  /** The last attempt was declined. */
  readonly isDeclined: boolean;
  /** Whether the page offers a card that is declined at the next renewal. */
  readonly hasCards: boolean;
  /** A checkout can be left; an invoice stays. */
  readonly canCancel: boolean;
  readonly backUrl: string;
}

const TEXTS = {
  en: {
    title: 'Test checkout',
    note: 'Test checkout: no card is charged',
    credits: (number: string) => `${number} credits`,
    period: { monthly: 'for a month, renewed every month', yearly: 'for a year, renewed every year' },
    card: 'Card',
    good: 'Pays every time',
    failsLater: 'Pays now, is declined at the next renewal',
    pay: 'Pay',
    decline: 'Let the card be declined',
    cancel: 'Cancel',
    declined: 'The card was declined. Nothing was charged and your order is still open.',
    paid: 'This is paid. Your credits are on their way.',
    closed: 'This checkout is closed. Nothing was charged.',
    back: 'Back to Vitrine',
  },
  es: {
    title: 'Pago de prueba',
    note: 'Pago de prueba: no se cobra ninguna tarjeta',
    credits: (number: string) => `${number} créditos`,
    period: { monthly: 'por un mes, se renueva cada mes', yearly: 'por un año, se renueva cada año' },
    card: 'Tarjeta',
    good: 'Paga siempre',
    failsLater: 'Paga ahora y se rechaza en la próxima renovación',
    pay: 'Pagar',
    decline: 'Hacer que se rechace la tarjeta',
    cancel: 'Cancelar',
    declined: 'La tarjeta se ha rechazado. No se ha cobrado nada y tu pedido sigue abierto.',
    paid: 'Está pagado. Tus créditos están en camino.',
    closed: 'Este pago está cerrado. No se ha cobrado nada.',
    back: 'Volver a Vitrine',
  },
} as const;

/** The page, without scripts: plain forms that come back to its own address. */
export function drawTestPage(page: TestPage): string {
  const { language, amount, currency } = page;
  const t = TEXTS[language];
  const locale = language === 'es' ? 'es-ES' : 'en';
  const credits =
    page.credits === null ? '' : `<p class="quiet">${t.credits(page.credits.toLocaleString(locale))}</p>`;
  const price = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const period = page.period === null ? '' : `<p class="quiet">${t.period[page.period]}</p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t.title} · Vitrine</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/test-checkout/style.css">
</head>
<body>
<main>
<p class="band">${t.note}</p>
${page.isDeclined && page.state === 'open' ? `<p class="band bad" role="alert">${t.declined}</p>` : ''}
<h1>${escapeHtml(page.item)}</h1>
${credits}
<p class="price">${escapeHtml(price.format(toWhole(amount, currency)))}</p>
${period}
${page.state === 'open' ? drawForm(page) : drawEnd(page)}
</main>
</body>
</html>
`;
}

function drawForm({ language, hasCards, canCancel }: TestPage): string {
  const t = TEXTS[language];
  const cards = `<fieldset><legend>${t.card}</legend>
<label><input type="radio" name="card" value="good" checked>${t.good}</label>
<label><input type="radio" name="card" value="fails-later">${t.failsLater}</label>
</fieldset>`;
  const cancel = `<button name="outcome" value="cancel">${t.cancel}</button>`;
  return `<form method="post">
${hasCards ? cards : ''}
<div class="actions">
<button class="primary" name="outcome" value="pay">${t.pay}</button>
<button name="outcome" value="decline">${t.decline}</button>
${canCancel ? cancel : ''}
</div>
</form>`;
}

function drawEnd({ language, state, backUrl }: TestPage): string {
  const t = TEXTS[language];
  return `<p class="quiet" role="status">${state === 'paid' ? t.paid : t.closed}</p>
<div class="actions"><a class="button" href="${escapeHtml(backUrl)}">${t.back}</a></div>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
