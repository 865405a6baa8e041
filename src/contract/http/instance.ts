import { z } from 'zod';
import { EngineName } from '../engine-name.ts';

/** Error body (L8). `error` and `detail` are the same sentence, `code` is one of the Failure union. */
export const ErrorBody = z.object({
  error: z.string(),
  detail: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** `invitation_required` with the failure of that name (S1 7). */
  error_code: z.string().optional(),
  /** The failure's own data (missing parts, price, ...), same keys as in the Failure union. */
  data: z.record(z.string(), z.unknown()).optional(),
  /** With a status from 500 on, but for maintenance: the number of this call in the server's log, as the header `x-request-id` of the answer says it. */
  request_id: z.string().optional(),
});

/** GET /api/health: exactly this JSON, so that a captive portal is not taken for the server. */
export const HealthBody = z.object({
  service: z.literal('vitrine'),
  /** `starting`: the process lives, and every other call is answered with 503. */
  status: z.enum(['ok', 'starting']),
  version: z.string(),
  /** Another one after any change of which engines are there and busy; null while nobody knows. */
  engines_mark: z.string().nullable(),
});
const ReadyCheck = z.object({ ok: z.boolean(), reason: z.string().optional() });
/** GET /api/ready, 200 or 503: whether the server can do its work now, for who sends it calls and who looks after it. */
export const ReadyBody = z.object({
  ready: z.boolean(),
  checks: z.object({ database: ReadyCheck, queue: ReadyCheck, disk: ReadyCheck }),
  /** On the disk of DATA_DIR; null where the system does not say. */
  free_bytes: z.number().nullable(),
  /** Those that have a worker. A server without is ready: orders wait. */
  engines: z.array(EngineName),
  /** While it is there people change nothing, and no order begins: the server is ready for all else. */
  maintenance: z.object({ message: z.string().nullable(), since: z.string() }).nullable(),
});
/** GET /version.json */
export const VersionBody = z.object({ version: z.string() });
/** GET /api/config/: what this instance offers; public, no secrets. */
export const ConfigBody = z.object({
  /** Null where signing in through Google is not configured. */
  google: z.object({ client_id: z.string(), script_url: z.string() }).nullable(),
  /** The company's own provider of identities, as its button says; null where none is configured. Absent in what a device kept before. */
  company: z.object({ name: z.string() }).nullable().default(null),
  /** False: passwords, passkeys and registration are off, and the company's provider is the only way in. */
  local_sign_in: z.boolean().default(true),
  /** `test`: a checkout of our own that charges no card. */
  payments: z.enum(['off', 'test', 'stripe']),
  waiting_list: z.boolean(),
  sends_mail: z.boolean(),
  sales_email: z.string().nullable(),
  signup_credits: z.number().int(),
  needs_owner: z.boolean(),
  /** Nobody has an account, and a backup can be restored in place of a first start. Absent in what a device kept before. */
  can_restore: z.boolean().default(false),
  /** False: nothing costs anything here, and nothing is said of credits. */
  credits: z.boolean(),
  /** Images that one person may order within 24 hours; null: as many as they like. */
  renders_per_day: z.number().int().nullable(),
  /** Days after which renders without a star are put away; null: never. Absent in what a device kept before. */
  renders_kept_days: z.number().int().nullable().default(null),
  /** Whether pictures may be drawn on the person's own device. Absent in what a device kept before they could be. */
  device_renders: z.boolean().default(true),
  /** Whether `direct=true` at the address of a large file leads to the store where it lies, which answers at another origin. */
  direct_files: z.boolean().default(false),
  /**
   * How other devices in the local network find this instance; null where it does not look after one. Absent in what a
   * device kept before it could. Addresses end with a slash.
   */
  lan: z
    .object({
      address: z.string(),
      /** Over plain HTTP: tells a device how to trust `address`. */
      trust_address: z.string(),
      /** Of the authority that signed the certificate, SHA-256; null: devices know it. */
      fingerprint: z.string().nullable(),
    })
    .nullable()
    .default(null),
});
export type ConfigBody = z.infer<typeof ConfigBody>;
