import { SetupError } from '../../process/setup-error.ts';

/** The company's own provider of identities (OpenID Connect). */
export interface CompanySettings {
  /** As it was given, with or without a slash at the end. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client: PKCE alone. */
  readonly clientSecret: string | null;
  /** What the button says. */
  readonly name: string;
  readonly scope: string;
  /** E-mails count as proven where the provider says nothing of that. */
  readonly trustsEmail: boolean;
  /** Who signs out here is signed out there, too, where the provider offers that. */
  readonly endsSessions: boolean;
  /** Who has this value in this claim is staff, and who has not is not; null where staff is made here. */
  readonly staff: { readonly claim: string; readonly value: string } | null;
}

/** @throws SetupError for variables that do not go together. */
export function readCompany(values: {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_NAME?: string | undefined;
  readonly OIDC_SCOPE: string;
  readonly OIDC_TRUST_EMAIL: boolean;
  readonly OIDC_SIGN_OUT: boolean;
  readonly OIDC_STAFF?: string | undefined;
  readonly LOCAL_SIGN_IN: boolean;
}): CompanySettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_STAFF: staff } = values;
  if (issuer === undefined || clientId === undefined) {
    if (issuer !== undefined || clientId !== undefined)
      throw new SetupError('OIDC_ISSUER and OIDC_CLIENT_ID must be set together.');
    if (!values.LOCAL_SIGN_IN)
      throw new SetupError('With LOCAL_SIGN_IN=off OIDC_ISSUER must be set: nobody could sign in.');
    return null;
  }
  const [, claim = '', value = ''] = /^([^=]+)=(.+)$/.exec(staff ?? '') ?? [];
  return {
    issuer,
    clientId,
    clientSecret: values.OIDC_CLIENT_SECRET ?? null,
    name: values.OIDC_NAME ?? new URL(issuer).hostname,
    scope: values.OIDC_SCOPE,
    trustsEmail: values.OIDC_TRUST_EMAIL,
    endsSessions: values.OIDC_SIGN_OUT,
    staff: staff === undefined ? null : { claim, value },
  };
}
