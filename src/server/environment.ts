import { z } from 'zod';
import { RENDER_COST_FALLBACK } from '../contract/constants.ts';

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []));
const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const origins = list.pipe(z.array(url.transform((text) => new URL(text).origin)));
const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value <= max, `must be at most ${max}`);

const onOff = z
  .enum(['on', 'off'], 'must be on or off')
  .default('off')
  .transform((text) => text === 'on');

const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/);
const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/);
/** What is wrong with it is not said: it holds secrets. */
const headersByUrl = z.string().transform((text, context) => {
  const parsed = z.record(url, z.record(headerName, headerValue)).safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  context.addIssue('must be JSON such as {"https://gpu.example": {"Authorization": "Bearer …"}}');
  return z.NEVER;
});

/** The variables that the server reads, each checked by itself; `readConfig` makes of them what they mean together. */
export const Environment = z.object({
  ROLE: z.enum(['all', 'api', 'worker'], 'must be all, api or worker').default('all'),
  HOST: z.string().optional(),
  PORT: wholeNumber(65_535).default(8000),
  PUBLIC_URL: url.optional(),
  ALLOWED_ORIGINS: origins,
  BODY_PATIENCE_S: wholeNumber(3600)
    .refine((value) => value > 0, 'must be at least 1')
    .default(60),
  CONNECTIONS_PER_ADDRESS: wholeNumber(100_000).default(256),
  TRUST_PROXY: z.string().default('off'),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  LAN: onOff,
  LAN_HTTP_PORT: wholeNumber(65_535).optional(),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: wholeNumber(8_760).optional(),
  BACKUP_S3_ENDPOINT: url.optional(),
  BACKUP_S3_REGION: z.string().max(100).optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().max(300).optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().max(300).optional(),
  STATE_DIR: z.string().default('/var/lib/vitrine'),
  FILES: z.enum(['disk', 's3'], 'must be disk or s3').optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{1,255}$/, 'must be the name of a bucket')
    .optional(),
  S3_ENDPOINT: url.optional(),
  S3_PUBLIC_ENDPOINT: url.optional(),
  S3_REGION: z.string().max(100).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().max(300).optional(),
  S3_SECRET_ACCESS_KEY: z.string().max(300).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }).optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  CREDITS: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .transform((text) => text === 'on'),
  RENDERS_PER_DAY: wholeNumber(1_000_000)
    .refine((value) => value > 0, 'must be at least 1')
    .optional(),
  RENDERS_KEPT_DAYS: wholeNumber(36_500)
    .refine((value) => value > 0, 'must be at least 1')
    .optional(),
  MODEL_GB_PER_PERSON: z.coerce
    .number('must be a number')
    .positive('must be more than 0')
    .max(1_000_000)
    .optional(),
  DEVICE_RENDERS: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .transform((text) => text === 'on'),
  SIGNUP_CREDITS: wholeNumber(1_000_000_000).default(2000),
  RENDER_COST: wholeNumber(1_000_000).default(RENDER_COST_FALLBACK),
  WAITING_LIST: onOff,
  STAFF_SECOND_FACTOR: z.enum(['required', 'off'], 'must be required or off').default('off'),
  GOOGLE_CLIENT_ID: z.string().max(300).optional(),
  GOOGLE_ISSUER: url.default('https://accounts.google.com'),
  OIDC_ISSUER: url.optional(),
  OIDC_CLIENT_ID: z.string().max(300).optional(),
  OIDC_CLIENT_SECRET: z.string().max(1000).optional(),
  OIDC_NAME: z.string().trim().max(40, 'must have at most 40 characters').optional(),
  OIDC_SCOPE: z.string().max(300).default('openid email profile'),
  OIDC_TRUST_EMAIL: onOff,
  OIDC_SIGN_OUT: onOff,
  OIDC_STAFF: z
    .string()
    .max(300)
    .regex(/^[^=]+=.+$/, 'must be a claim and its value: groups=staff')
    .optional(),
  LOCAL_SIGN_IN: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .transform((text) => text === 'on'),
  PAYMENTS: z
    .enum(['test', 'off'], 'must be test or off; a card is charged where STRIPE_SECRET_KEY is set')
    .default('off'),
  STRIPE_SECRET_KEY: z.string().max(300).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().max(300).optional(),
  STRIPE_API_URL: url.default('https://api.stripe.com'),
  PRICING_FILE: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().max(300).optional(),
  SALES_EMAIL: z.email('must be an e-mail address').optional(),
  PUSH_SERVICES: origins,
  WEBHOOK_ORIGINS: origins,
  COMFY_URLS: z.union([z.literal('off'), list.pipe(z.array(url))]).default([]),
  COMFY_HEADERS: headersByUrl.optional(),
  COMFY_CHECKPOINT: list,
  COMFY_NON_COMMERCIAL: onOff,
  DISK_LOW_MB: wholeNumber(1_000_000).default(512),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'must be fatal, error, warn, info, debug or silent',
    )
    .default('warn'),
  RATE_LIMIT_FACTOR: wholeNumber(1000).default(1),
  WORKFLOWS_DIR: z.string().optional(),
  METRICS_HOST: z.string().max(300).optional(),
  METRICS_PORT: wholeNumber(65_535).optional(),
});
export type Environment = z.infer<typeof Environment>;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
