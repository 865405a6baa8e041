import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import type { Config } from '../../config.ts';
import { tracedFetch } from '../../tracing/trace-request.ts';
import { CONFIRMED_MS } from '../sessions/refresh-token.ts';
import type { CompanySettings } from './read-company.ts';
import type { Vouched } from './vouched.ts';

/** What the browser keeps between its way to the provider and back: only it can end what it began. */
export const CompanyVisit = z.object({
  state: z.string().max(200),
  nonce: z.string().max(200),
  verifier: z.string().max(200),
});
export type CompanyVisit = z.infer<typeof CompanyVisit>;

/** The company's provider: the authorization code flow of OpenID Connect, with PKCE. */
export interface CompanyProvider {
  /**
   * @param asksWho Whoever signed out here may still be signed in there: nobody gets in with that, where this is wanted.
   * @returns Where the browser goes. @throws AppError `provider-refused`, `away`.
   */
  begin(asksWho: boolean): Promise<{ readonly url: string; readonly visit: CompanyVisit }>;
  /**
   * @param answer What the provider sent the browser back with: a query.
   * @returns Whom it vouches for, and its word for that as it came, for {@link end}; null where that is not wanted or not offered.
   * @throws AppError `provider-refused`.
   */
  finish(
    answer: string,
    visit: CompanyVisit,
  ): Promise<{ readonly vouched: Vouched; readonly idToken: string | null }>;
  /**
   * Signing out there as well (RP-initiated logout).
   *
   * @param idToken By which the provider knows whom; without it, it may ask.
   * @returns Where the browser goes; null where that is not wanted, or the provider does not offer it.
   * @throws AppError `provider-refused`, `away`: it does not say in time.
   */
  end(idToken: string | null): Promise<string | null>;
}

const PATIENCE_SECONDS = 10;
/** Somebody has pressed Sign out, and looks at a page that goes nowhere. */
const END_PATIENCE_MS = 3_000;
const NAME_MAX_LENGTH = 150;

const Claims = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.email().max(254),
  // Some providers write it as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  name: z.string().trim().min(1).optional(),
});

/** Below PUBLIC_URL: the provider knows this address, and sends browsers back to it. */
export const COMPANY_PATH = '/api/users/auth/company/';

/**
 * Where nobody signs in otherwise, a sign-in stands for the password that nobody has: whom the provider asked longer ago than that
 * counts, it is told to ask again, and the sign-in counts from when it asked.
 *
 * @param publicUrl Without a slash at the end. Who is signed out there is sent back to its first page.
 */
export function createCompanyProvider(
  settings: CompanySettings,
  publicUrl: string,
  outside: { readonly logger: FastifyBaseLogger; readonly config: Pick<Config, 'localSignIn'> },
): CompanyProvider {
  const { logger } = outside;
  const { localSignIn } = outside.config;
  const redirectUri = `${publicUrl}${COMPANY_PATH}back/`;
  const { issuer, clientId, clientSecret, scope, trustsEmail, staff } = settings;
  const bare = issuer.replace(/\/$/, '');
  let found: Promise<Configuration> | null = null;
  const refuse = (reason: 'answer' | 'away' | 'denied' | 'unproven', cause?: unknown): AppError => {
    logger.warn({ reason, detail: describe(cause) }, "the company's provider refused");
    return new AppError({ code: 'provider-refused', reason }, { cause });
  };
  const discover = (named: string): Promise<Configuration> =>
    discovery(new URL(named), clientId, undefined, authenticate(clientSecret), {
      timeout: PATIENCE_SECONDS,
      [customFetch]: tracedFetch('company'),
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    });
  /** Asked for at the first sign-in, and again after it could not be had. */
  async function find(): Promise<Configuration> {
    // Either way it answers at one address; what it calls itself is compared to the letter.
    found ??= discover(issuer).catch((error: unknown) => {
      if (!isNamedOtherwise(error)) throw error;
      return discover(issuer === bare ? `${bare}/` : bare);
    });
    try {
      return await found;
    } catch (error) {
      found = null;
      throw refuse(isNamedOtherwise(error) ? 'answer' : 'away', error);
    }
  }

  /**
   * Providers put into the ID token what they like; the rest is asked for.
   *
   * @returns Nothing where that fails and nothing depends on it.
   */
  async function askRest(
    config: Configuration,
    accessToken: string,
    signed: { readonly sub: string; readonly email?: unknown },
  ): Promise<object> {
    const role = staff === null ? [] : [staff.claim];
    const lacks = (claims: readonly string[]) => claims.some((claim) => !(claim in signed));
    if (!lacks(['email', 'email_verified', 'name', ...role])) return {};
    if (config.serverMetadata().userinfo_endpoint === undefined) return {};
    try {
      const { email_verified, ...asked } = await fetchUserInfo(config, accessToken, signed.sub);
      // What is said of another address proves nothing of this one.
      const isOther = signed.email !== undefined && asked.email !== undefined && asked.email !== signed.email;
      return isOther || email_verified === undefined ? asked : { ...asked, email_verified };
    } catch (error) {
      if (lacks(['email', ...(trustsEmail ? [] : ['email_verified']), ...role])) throw error;
      logger.warn({ detail: describe(error) }, "the company's provider does not say more than its ID token");
      return {};
    }
  }

  const offersEnd = (config: Configuration): boolean =>
    settings.endsSessions && config.serverMetadata().end_session_endpoint !== undefined;

  return {
    async begin(asksWho) {
      const config = await find();
      const visit = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state: visit.state,
        nonce: visit.nonce,
        code_challenge: await calculatePKCECodeChallenge(visit.verifier),
        code_challenge_method: 'S256',
        ...(asksWho && settings.endsSessions ? { prompt: 'login' } : {}),
        ...(localSignIn ? {} : { max_age: String(CONFIRMED_MS / 1000) }),
      });
      return { url: url.href, visit };
    },
    async finish(answer, { state, nonce, verifier }) {
      const config = await find();
      const came = new URL(redirectUri);
      came.search = answer;
      try {
        const tokens = await authorizationCodeGrant(config, came, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const signed: { readonly sub: string; readonly auth_time?: number } = tokens.claims() ?? { sub: '' };
        const claims = Claims.parse({ ...(await askRest(config, tokens.access_token, signed)), ...signed });
        if (!(claims.email_verified ?? trustsEmail)) throw refuse('unproven');
        const { sub: subject, email, name = email.split('@')[0] ?? email } = claims;
        const isStaff = staff === null ? null : [claims[staff.claim]].flat().includes(staff.value);
        if (staff !== null && claims[staff.claim] === undefined)
          logger.warn(
            { claim: staff.claim },
            'the claim of OIDC_STAFF is missing: whoever signs in is not staff',
          );
        // Not refused where it is older than was asked for: some providers do not know of that, and few say when.
        const askedAt =
          localSignIn || signed.auth_time === undefined ? undefined : new Date(signed.auth_time * 1000);
        const vouched = {
          issuer: bare,
          subject,
          email,
          name: fitText(name, NAME_MAX_LENGTH),
          isStaff,
          askedAt,
        };
        return { vouched, idToken: offersEnd(config) ? (tokens.id_token ?? '') : null };
      } catch (error) {
        if (error instanceof AppError) throw error;
        const isDenied = error instanceof AuthorizationResponseError && error.error === 'access_denied';
        throw refuse(isDenied ? 'denied' : isAway(error) ? 'away' : 'answer', error);
      }
    },
    async end(idToken) {
      if (!settings.endsSessions) return null;
      const late = wait(END_PATIENCE_MS, null, { ref: false });
      const config = await Promise.race([find(), late]);
      if (config === null) {
        // Whoever comes next need not wait for the same.
        found = null;
        throw refuse('away');
      }
      if (!offersEnd(config)) return null;
      return buildEndSessionUrl(config, {
        post_logout_redirect_uri: `${publicUrl}/`,
        ...(idToken === null ? {} : { id_token_hint: idToken }),
      }).href;
    },
  };
}

/** In the header, as every provider must take it, but for one that says it takes the body only. */
function authenticate(clientSecret: string | null): ClientAuth {
  if (clientSecret === null) return None();
  const [inHeader, inBody] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const send = ways.includes('client_secret_basic') ? inHeader : inBody;
    send(server, client, body, headers);
  };
}

/** Whether it calls itself otherwise than it was called. */
function isNamedOtherwise(error: unknown): boolean {
  return error instanceof ClientError && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
}

/** Whether no answer came: `fetch` throws a TypeError then, and a time limit its own. */
function isAway(error: unknown): boolean {
  const causes = [error, (error as { cause?: unknown } | undefined)?.cause];
  return causes.some(
    (one) =>
      (one instanceof TypeError && one.message === 'fetch failed') ||
      (one instanceof Error && (one.name === 'TimeoutError' || one.name === 'AbortError')),
  );
}

/** Without what was answered: it may hold tokens. */
function describe(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as { code?: unknown }).code;
  return [error.message, typeof code === 'string' ? code : ''].filter(Boolean).join(' ');
}
