import { SIGN_IN_PAUSE_MS } from '../../../contract/constants.ts';
import { ResetSessionBody } from '../../../contract/http/accounts.ts';
import type { PasskeySignInBody } from '../../../contract/http/keys/passkeys.ts';
import { loadCode } from '../../browser/load-code.ts';
import type { AppBase } from '../../core/app.ts';
import { CONFIG_QUERY } from '../../core/use-config.ts';
import { tellLanguage } from './change-language.ts';
import { keepUser } from './keep-user.ts';

/** How a person gets in. Invitation tokens are absent where the address brought none. */
export type Credentials =
  | { readonly kind: 'login'; readonly email: string; readonly password: string }
  | {
      readonly kind: 'register';
      readonly name: string;
      readonly email: string;
      readonly password: string;
      readonly invitation_token?: string;
    }
  /** What the company's provider sent the browser back with. */
  | { readonly kind: 'company'; readonly answer: string }
  | { readonly kind: 'google'; readonly credential: string; readonly invitation_token?: string }
  | {
      readonly kind: 'owner';
      readonly token: string;
      /** Of a new owner. */
      readonly name?: string;
      readonly email: string;
      readonly password: string;
    }
  /** After a first step that failed with `second-factor-wanted`. */
  | { readonly kind: 'code'; readonly challenge: string; readonly code: string }
  | ({ readonly kind: 'passkey' } & PasskeySignInBody)
  | { readonly kind: 'reset'; readonly token: string; readonly password: string };

const PATHS = {
  login: 'login',
  register: 'register',
  google: 'auth/google',
  company: 'auth/company/answer',
  owner: 'owner/claim',
  code: 'login/second-factor',
  passkey: 'login/passkey',
  reset: 'password/reset',
} as const;
/** Those that may make an account, in the language of the page. */
const MAKES_ACCOUNT = new Set<Credentials['kind']>(['register', 'google', 'company', 'owner']);

/**
 * Signs a person in and lets the page go on in place: nothing is reloaded and work that waits stays (B8). The studio
 * opens a moment after a password, at once after a provider.
 *
 * @throws AppError `credentials-wrong`, `email-taken`, `password-weak`, `owner-link-invalid`, `account-link-invalid`,
 *   `invitation-required`, `invitation-invalid`, `google-refused`, `provider-refused`, `second-factor-wanted`, `second-factor-wrong`,
 *   `second-factor-expired`, `passkey-refused`, `passkey-expired`, `account-closed`, `invalid-request`, `rate-limited`,
 *   `server-unreachable`, `response-unexpected`.
 */
export async function signIn(app: AppBase, credentials: Credentials): Promise<void> {
  const { kind, ...entered } = credentials;
  const { account } = app.state;
  const session = await app.session.alone(async () => {
    const opened = await app.server.call(`/api/users/${PATHS[kind]}/`, ResetSessionBody, {
      method: 'POST',
      body: MAKES_ACCOUNT.has(kind) ? { ...entered, language: app.state.shell.language } : entered,
      isPublic: true,
      isAuth: true,
    });
    app.session.store(opened.access_token);
    return opened;
  });
  app.reachability.noteSignedOut(false);
  keepUser(app, session.user);
  if (kind !== 'google' && kind !== 'company')
    await new Promise((resolve) => setTimeout(resolve, SIGN_IN_PAUSE_MS));
  // An owner is there now: who signs in next is not sent for the link. Asked again with the next screen, not under this one.
  if (kind === 'owner') await app.queries.invalidateQueries({ queryKey: CONFIG_QUERY, refetchType: 'none' });
  if (account.link?.kind === 'invitation') app.outside.address.dropQuery('invitation_token');
  account.link = null;
  account.userId = session.user.id;
  account.status = 'signed-in';
  const { removed } = session;
  // Nothing, but for a new password. Where the sentence does not come, it stands in the mail as well.
  if (removed.length > 0)
    void loadCode(() => import('./tell-removed.ts')).then(
      ({ tellRemoved }) => tellRemoved(app, removed),
      () => {},
    );
  // An account that was made before has the language that it was made with, or used with last.
  if (kind !== 'register') void tellLanguage(app);
}
