import { z } from 'zod';
import { isKeepable } from './files/fit-text.ts';

/**
 * What a text, a number, an id, a moment may be wherever one comes from outside. Every shape is made of these, so that
 * whatever passes one can be kept: PostgreSQL knows no U+0000, its integers end at 2^31 - 1 and its dates at years that
 * JavaScript does not.
 */
export const INTEGER_MAX = 2_147_483_647;
/** Far beyond any stage, and far enough below the end of doubles that sums and products of two stay numbers. */
const REAL_MAX = 1e15;
/** The last moment that ECMAScript's dates know. */
export const TIME_MAX_MS = 8_640_000_000_000_000;

/** @param maxLength UTF-16 units. */
export function text(maxLength: number) {
  return z.string().max(maxLength).refine(isKeepable, 'has characters that cannot be kept');
}

/** A text that says something: spaces around it do not count. */
export function title(maxLength: number) {
  return z.string().trim().min(1).max(maxLength).refine(isKeepable, 'has characters that cannot be kept');
}

export function whole(min: number, max: number) {
  return z.number().int().min(min).max(max);
}

/** From 0. */
export function count(max = INTEGER_MAX) {
  return whole(0, max);
}

/** A length, an angle, a coordinate. */
export const Real = z.number().min(-REAL_MAX).max(REAL_MAX);
/** Between 0 and 1. */
export const Fraction = z.number().min(0).max(1);
/** `#rrggbb`, sRGB. */
export const HexColour = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** Hex, lower case. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Decimal digits, 0 to 2^53 - 1 (H11). */
export const Seed = z.string().regex(/^\d{1,16}$/);

/** Of a row of the server (A13). */
export const RowId = whole(1, INTEGER_MAX);
/** The same in an address or a form. */
export const RowIdText = z.coerce.number().int().min(1).max(INTEGER_MAX);

/** A row after which a page of a list begins; empty begins the list. Below {@link INTEGER_MAX}. */
export const Cursor = z.string().regex(/^\d{0,9}$/);

/** Milliseconds since the epoch. */
export const TimeMs = z.number().min(0).max(TIME_MAX_MS);

const YEARS = { first: 1970, last: 9998 };
/** ISO 8601 in UTC. */
export const DateTime = z.iso.datetime().refine((moment) => {
  const year = Number(moment.slice(0, 4));
  return year >= YEARS.first && year <= YEARS.last;
}, 'is no date of today');
