import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import {
  CompanyAnswerBody,
  CompanyAskBody,
  CompanyStartBody,
  SessionBody,
} from '../../../contract/http/accounts.ts';
import { COMPANY_PATH, CompanyVisit } from '../../accounts/providers/company-provider.ts';
import { signInVouched } from '../../accounts/providers/sign-in-vouched.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { isSecure, keepSession, placeOf } from '../../http/session-cookie.ts';
import { companySignOutRoutes, keepVouched } from './company-sign-out.ts';
import { languageOf } from './users.ts';

const COOKIE = 'vitrine_company';
/** From the sign-in page to the provider's and back: with a password forgotten there, and a second factor. */
const LIFETIME_SECONDS = 3_600;
const MINUTE_MS = 60_000;
/** Of a query that a provider sends back; codes of some have 2,000 characters. */
const QUERY_MAX_LENGTH = 8_000;

/**
 * /api/users/auth/company/: signing in through the company's own provider. The page asks where to go, the provider sends the
 * browser back to `back/`, which hands what came to the page behind `#`, where no log and no other site sees it; the page
 * sends it in with the cookie of the visit.
 */
export function companyRoutes(app: App, deps: Deps): void {
  companySignOutRoutes(app, deps);
  const open = () => ({ isPublic: true, rateLimit: { max: 30, timeWindow: MINUTE_MS } });
  const { company: provider } = deps.services;

  app.post(
    COMPANY_PATH,
    {
      config: open(),
      schema: {
        summary: "Begins a sign-in through the company's provider",
        body: CompanyAskBody.nullish(),
        response: { 200: CompanyStartBody },
      },
    },
    async (request, reply) => {
      if (provider === null) throw new AppError({ code: 'not-configured' });
      const { url, visit } = await provider.begin(request.body?.asks_who === true);
      reply.setCookie(COOKIE, Buffer.from(JSON.stringify(visit)).toString('base64url'), {
        path: COMPANY_PATH,
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure(deps, request),
        maxAge: LIFETIME_SECONDS,
      });
      return { url };
    },
  );

  app.get(
    `${COMPANY_PATH}back/`,
    {
      config: open(),
      schema: { summary: "Takes a browser back from the company's provider", response: { 302: z.null() } },
    },
    async (request, reply) => {
      const query = request.raw.url?.split('?')[1] ?? '';
      reply.header('referrer-policy', 'no-referrer');
      const isIt = query.length <= QUERY_MAX_LENGTH;
      return reply.redirect(isIt ? `/#company=${encodeURIComponent(query)}` : '/', 302);
    },
  );

  app.post(
    `${COMPANY_PATH}answer/`,
    {
      config: open(),
      schema: {
        summary: "Signs in with what the company's provider answered",
        body: CompanyAnswerBody,
        response: { 200: SessionBody },
      },
    },
    async (request, reply) => {
      if (provider === null) throw new AppError({ code: 'not-configured' });
      const visit = readVisit(request.cookies[COOKIE]);
      if (visit === null) throw new AppError({ code: 'provider-refused', reason: 'answer' });
      const { vouched, idToken } = await provider.finish(request.body.answer, visit);
      // Also where a second factor, or somebody's no, comes after it.
      keepVouched(deps, request, reply, idToken);
      const session = await signInVouched(
        deps,
        vouched,
        { language: languageOf(request), isMember: true },
        placeOf(request),
        () => new AppError({ code: 'provider-refused', reason: 'email' }),
      );
      reply.clearCookie(COOKIE, { path: COMPANY_PATH });
      return keepSession(deps, request, reply, session);
    },
  );
}

function readVisit(cookie: string | undefined): CompanyVisit | null {
  try {
    return CompanyVisit.parse(JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString()));
  } catch {
    return null;
  }
}
