import type { RenderCardBody, RenderCardsBody } from '../../../contract/http/gallery.ts';

/** The cards that are loaded of a search, newest first, in one piece. */
export interface CardList {
  readonly cards: readonly RenderCardBody[];
  /** Where the older ones go on; null when all are here. */
  readonly next: string | null;
  /** How many there are on the server. */
  readonly total: number;
}

/**
 * What is loaded, with the newest page as the server has it now: new pictures come in, what is gone there goes here. When
 * more has come than a page holds, the list begins anew.
 */
export function mergeNewest(old: CardList | undefined, page: RenderCardsBody): CardList {
  const total = page.total ?? page.results.length;
  const oldest = page.results.at(-1);
  const newest = old?.cards[0];
  const isApart = oldest !== undefined && newest !== undefined && newest.id < oldest.id;
  if (old === undefined || page.next === null || oldest === undefined || isApart) {
    return { cards: page.results, next: page.next, total };
  }
  const older = old.cards.filter(({ id }) => id < oldest.id);
  return { cards: [...page.results, ...older], next: older.length === 0 ? page.next : old.next, total };
}

/** With the next page below; nothing when it is no longer what comes next. */
export function appendPage(old: CardList, cursor: string, page: RenderCardsBody): CardList {
  if (old.next !== cursor) return old;
  return { ...old, cards: [...old.cards, ...page.results], next: page.next };
}

/** Without some of them. */
export function withoutCards(old: CardList, ids: ReadonlySet<number>): CardList {
  const cards = old.cards.filter(({ id }) => !ids.has(id));
  return { ...old, cards, total: old.total - (old.cards.length - cards.length) };
}

/** With cards that were taken out in their places again, as far as the list reaches. */
export function withCards(old: CardList, back: readonly RenderCardBody[]): CardList {
  const known = new Set(old.cards.map(({ id }) => id));
  const missing = back.filter(({ id }) => !known.has(id));
  const cards = [...old.cards, ...missing].sort((a, b) => b.id - a.id);
  return { ...old, cards, total: old.total + missing.length };
}

/** With a star set or taken away. */
export function withStar(old: CardList, ids: ReadonlySet<number>, starred: boolean): CardList {
  return { ...old, cards: old.cards.map((card) => (ids.has(card.id) ? { ...card, starred } : card)) };
}
