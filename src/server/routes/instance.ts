import { ConfigBody, HealthBody, ReadyBody, VersionBody } from '../../contract/http/instance.ts';
import { readOwner } from '../accounts/owner-settings.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { checkReadiness } from '../process/check-readiness.ts';
import { createEnginesMark } from '../renders/queue/describe-system.ts';
import type { RestoreHere } from '../restore/restore-here.ts';

/** What the server says of itself, to anyone. */
export function instanceRoutes(app: App, deps: Deps, restoreHere: RestoreHere): void {
  const isPublic = true;
  const readMark = createEnginesMark(deps.database.db, deps.services.engines);
  const {
    version,
    publicUrl,
    signupCredits,
    google,
    company,
    localSignIn,
    payments,
    mail,
    salesEmail,
    hasWaitingList,
    hasCredits,
    rendersPerDay,
    rendersKeptDays,
    hasDeviceRenders,
    files,
  } = deps.config;

  app.get(
    '/api/health',
    {
      config: { isPublic, isAlone: true, rateLimit: false },
      schema: { summary: 'Tells that the server is there', response: { 200: HealthBody } },
    },
    async () => ({
      service: 'vitrine' as const,
      status: 'ok' as const,
      version,
      engines_mark: await readMark(),
    }),
  );

  app.get(
    '/api/ready',
    {
      config: { isPublic, isAlone: true, rateLimit: false },
      schema: {
        summary: 'Tells whether the server can do its work',
        response: { 200: ReadyBody, 503: ReadyBody },
      },
    },
    async (_request, reply) => {
      const state = await checkReadiness(deps);
      return reply.code(state.ready ? 200 : 503).send(state);
    },
  );

  app.get(
    '/version.json',
    { schema: { summary: 'The version of the product', response: { 200: VersionBody } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-cache');
      return { version };
    },
  );

  app.get(
    '/api/config/',
    { config: { isPublic }, schema: { summary: 'What this instance offers', response: { 200: ConfigBody } } },
    async () => {
      const needsOwner = (await readOwner(deps.database.db)) === null;
      return {
        google: google && { client_id: google.clientId, script_url: `${google.issuer}/gsi/client` },
        company: company && { name: company.name },
        local_sign_in: localSignIn,
        payments: payments.kind,
        waiting_list: hasWaitingList,
        credits: hasCredits,
        renders_per_day: rendersPerDay,
        renders_kept_days: rendersKeptDays,
        device_renders: hasDeviceRenders,
        direct_files: files.publicEndpoint !== null,
        lan: deps.lan && {
          address: `${publicUrl}/`,
          trust_address: `${deps.lan.trustAddress}/`,
          fingerprint: deps.lan.fingerprint,
        },
        sends_mail: mail !== null,
        sales_email: salesEmail,
        signup_credits: signupCredits,
        needs_owner: needsOwner,
        can_restore: needsOwner && (await restoreHere.isOffered()),
      };
    },
  );
}
