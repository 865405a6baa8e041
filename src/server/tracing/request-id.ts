import { randomBytes } from 'node:crypto';
import type { App } from '../http/app.ts';

/** The header by which an answer says its call's number, and a call may say one of whoever calls. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Digits and capitals that nobody mistakes for another: without I, L, O and U (Crockford's base 32). */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 50 bits: among a million calls, one chance in two thousand that two share a number. */
const LENGTH = 10;
/** What a call may say: what makes no other line of a log, in at most 64 characters. */
const GIVEN = /^[\w.-]{1,64}$/;

/**
 * The number of each call: in its lines of the log (`reqId`), its span and its answer, and in what a person reads of a failure
 * for which there is nothing to do but ask. Always our own: proxies hand on what anybody says, and two calls of one number could not be
 * told apart.
 */
export function numberCall(): string {
  return Array.from(randomBytes(LENGTH), (byte) => DIGITS[byte % DIGITS.length]).join('');
}

/** Every answer says the number of its call. What came with the call stands beside it in the log (`givenId`). */
export function tellRequestId(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader(REQUEST_ID_HEADER, request.id);
    const given = request.headers[REQUEST_ID_HEADER];
    if (typeof given === 'string' && GIVEN.test(given)) request.log = request.log.child({ givenId: given });
    done();
  });
}
