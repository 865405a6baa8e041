import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import {
  COMPANY_PATH,
  createCompanyProvider,
} from '../../../../src/server/accounts/providers/company-provider.ts';
import { readCompany } from '../../../../src/server/accounts/providers/read-company.ts';
import {
  type CompanyProcess,
  startCompanyProvider,
  visitProvider,
} from '../../../support/company-provider/start-company-provider.ts';

/** Providers as they are named, by themselves and by whoever sets Vitrine up. */

const PUBLIC_URL = 'https://vitrine.example.com';
const logger = pino({ level: 'silent' });
const started: CompanyProcess[] = [];
const start = async (at: string): Promise<CompanyProcess> => {
  const provider = await startCompanyProvider(`${PUBLIC_URL}${COMPANY_PATH}back/`, true, false, at);
  started.push(provider);
  return provider;
};
afterAll(() => Promise.all(started.map((provider) => provider.stop())));

function connect({ clientId, clientSecret }: CompanyProcess, issuer: string) {
  const company = readCompany({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_SCOPE: 'openid email profile',
    OIDC_TRUST_EMAIL: false,
    OIDC_SIGN_OUT: false,
    LOCAL_SIGN_IN: true,
  });
  return createCompanyProvider(company!, PUBLIC_URL, { logger, config: { localSignIn: true } });
}

test.each([
  ['/application/o/vitrine/', 'a slash at the end, as Authentik’s'],
  ['/realms/all', 'none, as Keycloak’s'],
])(
  'a provider below a path, %s, with %s, is set with and without it, and its people stay who they are',
  async (at) => {
    const provider = await start(at);
    const bare = provider.issuer.replace(/\/$/, '');
    for (const given of [bare, `${bare}/`]) {
      const company = connect(provider, given);
      const { url, visit } = await company.begin(false);
      // Whoever has a password here is asked for that, and there only where the provider itself wants to.
      expect(new URL(url).searchParams.has('max_age')).toBe(false);
      const back = await visitProvider(provider.issuer).answer(url, { name: 'ada' });
      const { vouched } = await company.finish(new URL(back).search, visit);
      expect(vouched, given).toMatchObject({ issuer: bare, subject: 'ada', email: 'ada@example.com' });
    }
  },
);

test('a provider that calls itself otherwise is refused', async () => {
  const provider = await start('/application/o/vitrine/');
  const other = connect(provider, provider.issuer.replace('127.0.0.1', 'localhost'));
  await expect(other.begin(false)).rejects.toMatchObject({ failure: { code: 'provider-refused' } });
});
