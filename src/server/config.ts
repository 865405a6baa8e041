import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { HOUR_MS } from '../contract/constants.ts';
import { type CompanySettings, readCompany } from './accounts/providers/read-company.ts';
import { BACKUPS } from './backup/backup-names.ts';
import { readAddress, writeAddress } from './backup/places/read-address.ts';
import { readBackupStore } from './backup/places/read-backup-store.ts';
import { type Catalogue, EMPTY_CATALOGUE, readCatalogue } from './billing/catalogue.ts';
import { type PaymentSettings, readPayments } from './billing/read-payment-settings.ts';
import { Environment } from './environment.ts';
import { type LanSettings, originOf, readLan } from './lan/lan-settings.ts';
import { everyAddress, type Machine } from './lan/list-lan-hosts.ts';
import { addressOf, readComfyServers } from './process/read-comfy-servers.ts';
import { readFilesPlace } from './process/read-files-place.ts';
import { SetupError } from './process/setup-error.ts';
import type { ServerPlace } from './renders/engines/comfyui/comfyui.ts';
import type { FilesPlace } from './storage/open-storage.ts';
import type { S3Account } from './storage/s3-client.ts';

/** What the environment says, read once, checked, frozen. Folders are absolute. */
export interface Config {
  readonly version: string;
  /** Which work this process does: answer calls, render, or both. */
  readonly role: 'all' | 'api' | 'worker';
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Origin under which browsers find the server, without a trailing slash. */
  readonly publicUrl: string;
  /** Names by which the server is asked; null where neither PUBLIC_URL nor LAN says any: all. */
  readonly allowedHosts: readonly string[] | null;
  /** A body of which nothing comes for so long ends with its connection. */
  readonly bodyPatienceMs: number;
  /** Open at once from one address, in each process; 0: as many as come. */
  readonly connectionsPerAddress: number;
  /** Further origins that may call the API, exact match. */
  readonly allowedOrigins: readonly string[];
  /** Whose X-Forwarded-* headers count: nobody, addresses, or that many hops. */
  readonly trustedProxies: false | string[] | ((address: string, hop: number) => boolean);
  /** With `lan.ownFiles` both are of our own making, in one file. */
  readonly tls: { readonly certPath: string; readonly keyPath: string } | null;
  /** Null: the server does not look after a local network. */
  readonly lan: LanSettings | null;
  readonly dataDir: string;
  readonly files: FilesPlace;
  /** Where backups go, a folder or `s3://bucket/prefix`, and how often one is made; null: when somebody makes one, and 0: nobody else does. */
  readonly backups: { readonly to: string; readonly everyMs: number | null };
  /** How buckets of backups are reached. */
  readonly backupStore: S3Account;
  /** For the embedded PostgreSQL when we run as root. */
  readonly stateDir: string;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Null: made once and kept in DATA_DIR. */
  readonly jwtSecret: string | null;
  /** False: nothing here costs anything, and nobody has, gets, buys or reads of credits. */
  readonly hasCredits: boolean;
  /** Images that one person may order within 24 hours; null: as many as they like. */
  readonly rendersPerDay: number | null;
  /** Finished renders without a star are put away after so many days; null: never. */
  readonly rendersKeptDays: number | null;
  /** For the models of one person's projects; null: no limit. */
  readonly modelSpaceBytes: number | null;
  /** Whether people may draw pictures on their own devices, which costs them nothing. */
  readonly hasDeviceRenders: boolean;
  /** Credits of a new account. */
  readonly signupCredits: number;
  /** Credits for one image at standard quality. */
  readonly renderCost: number;
  /** Registration needs an invitation. */
  readonly hasWaitingList: boolean;
  /** Staff without a second factor have nothing of what staff have. */
  readonly staffNeedFactor: boolean;
  /** Null: nobody signs in through Google. `issuer` is Google's own, but for tests; without a trailing slash. */
  readonly google: { readonly clientId: string; readonly issuer: string } | null;
  readonly payments: PaymentSettings;
  /** What is for sale where there are payments. */
  readonly catalogue: Catalogue;
  /** Origins of push services that are not on the internet; those that are need no mention. */
  readonly pushServices: readonly string[];
  /** Origins that webhooks may go to though they are not on the internet, or not https. */
  readonly webhookOrigins: readonly string[];
  /** The company's own provider of identities; null without one. */
  readonly company: CompanySettings | null;
  /** Whether people sign in with passwords and passkeys, and register. */
  readonly localSignIn: boolean;
  /** Null: links that would be mailed are shown to the owner. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  /** Whom the educational plan's card writes to; null hides it. */
  readonly salesEmail: string | null;
  /** ComfyUI servers; unset, the usual local address is looked at quietly. Headers go with every call. */
  readonly comfyServers: readonly ServerPlace[];
  /** Checkpoints that are used before others, by parts of their names. */
  readonly comfyCheckpoints: readonly string[];
  /** AI models draw whose licence does not let pictures be sold. */
  readonly comfyNonCommercial: boolean;
  /** Room on the disk of DATA_DIR below which no uploads and orders are taken. */
  readonly lowDiskBytes: number;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Multiplies every rate limit; 0 switches them off (behind a proxy that limits by itself). */
  readonly rateLimitFactor: number;
  /** Folder of graphs of the operator's own for ComfyUI. */
  readonly workflowsDir: string;
  /** Where Prometheus figures are served: 127.0.0.1, unless it is set. */
  readonly metricsHost: string;
  /** Port of Prometheus figures; null: none. */
  readonly metricsPort: number | null;
  readonly appDir: string;
  readonly contentDir: string;
  readonly migrationsDir: string;
  /** Built scripts of the server's threads. */
  readonly workersDir: string;
  /** The tracer's kernels. */
  readonly tracerDir: string;
}

/** Where the program's own files are; the entry file knows. */
export interface Places {
  /** Folder of package.json, content/ and dist/. */
  readonly rootDir: string;
  readonly migrationsDir: string;
  readonly workersDir: string;
}

/**
 * Reads the configuration. An empty variable counts as unset.
 *
 * @param machine Looked at where LAN is on.
 * @throws SetupError with one sentence that names the first wrong variable.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  places: Places,
  machine: Machine = { hostname: hostname(), interfaces: networkInterfaces() },
): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SetupError(`${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}.`);
  }
  const values = parsed.data;
  if ((values.TLS_CERT === undefined) !== (values.TLS_KEY === undefined)) {
    throw new SetupError('TLS_CERT and TLS_KEY must be set together.');
  }
  if (values.DATABASE_URL && values.ROLE !== 'all' && !values.JWT_SECRET) {
    throw new SetupError(`With ROLE=${values.ROLE} JWT_SECRET must be set, the same on all nodes.`);
  }
  if (values.S3_BUCKET && values.ROLE !== 'all' && !values.DATABASE_URL) {
    throw new SetupError(
      `With ROLE=${values.ROLE} and S3_BUCKET DATABASE_URL must be set: an embedded database of its own would not know the files there.`,
    );
  }
  const givenTls =
    values.TLS_CERT && values.TLS_KEY
      ? { certPath: resolve(values.TLS_CERT), keyPath: resolve(values.TLS_KEY) }
      : null;
  const dataDir = resolve(values.DATA_DIR);
  const lan = values.LAN
    ? readLan(
        {
          publicUrl: values.PUBLIC_URL,
          port: values.PORT,
          trustPort: values.LAN_HTTP_PORT,
          hasCertificate: givenTls !== null,
          dataDir,
        },
        machine,
      )
    : null;
  const tls = lan?.settings.ownFiles ?? givenTls;
  const { version } = JSON.parse(readFileSync(join(places.rootDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const publicUrl =
    lan?.publicUrl ??
    new URL(values.PUBLIC_URL ?? `${tls ? 'https' : 'http'}://localhost:${values.PORT}`).origin;
  const lanOrigins = lan?.settings.hosts.map((host) => originOf(host, values.PORT)) ?? [];
  return Object.freeze({
    version,
    role: values.ROLE,
    host: values.HOST ?? (lan ? everyAddress(machine) : '127.0.0.1'),
    port: values.PORT,
    publicUrl,
    allowedHosts:
      values.PUBLIC_URL || lan ? listHosts(publicUrl, [...values.ALLOWED_ORIGINS, ...lanOrigins]) : null,
    bodyPatienceMs: values.BODY_PATIENCE_S * 1000,
    connectionsPerAddress: values.CONNECTIONS_PER_ADDRESS,
    allowedOrigins: values.ALLOWED_ORIGINS,
    trustedProxies: readTrustedProxies(values.TRUST_PROXY),
    tls,
    lan: lan?.settings ?? null,
    dataDir,
    backups: {
      to: writeAddress(readAddress(values.BACKUP_DIR ?? join(dataDir, BACKUPS))),
      everyMs: values.BACKUP_EVERY === undefined ? null : values.BACKUP_EVERY * HOUR_MS,
    },
    backupStore: readBackupStore(values),
    stateDir: resolve(values.STATE_DIR),
    files: readFilesPlace(values, publicUrl),
    databaseUrl: values.DATABASE_URL ?? null,
    jwtSecret: values.JWT_SECRET ?? null,
    hasCredits: values.CREDITS,
    rendersPerDay: values.RENDERS_PER_DAY ?? null,
    rendersKeptDays: values.RENDERS_KEPT_DAYS ?? null,
    modelSpaceBytes: values.MODEL_GB_PER_PERSON === undefined ? null : values.MODEL_GB_PER_PERSON * 1e9,
    hasDeviceRenders: values.DEVICE_RENDERS,
    signupCredits: values.CREDITS ? values.SIGNUP_CREDITS : 0,
    renderCost: values.CREDITS ? values.RENDER_COST : 0,
    hasWaitingList: values.WAITING_LIST,
    staffNeedFactor: values.STAFF_SECOND_FACTOR === 'required',
    google: values.GOOGLE_CLIENT_ID
      ? { clientId: values.GOOGLE_CLIENT_ID, issuer: addressOf(values.GOOGLE_ISSUER) }
      : null,
    company: readCompany(values),
    localSignIn: values.LOCAL_SIGN_IN,
    payments: readPayments(values),
    catalogue: values.CREDITS
      ? readCatalogue(values.PRICING_FILE && resolve(values.PRICING_FILE))
      : EMPTY_CATALOGUE,
    mail: values.SMTP_URL
      ? { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? mailFrom(publicUrl) }
      : null,
    pushServices: values.PUSH_SERVICES,
    webhookOrigins: values.WEBHOOK_ORIGINS,
    salesEmail: values.SALES_EMAIL ?? null,
    comfyServers: readComfyServers(values.COMFY_URLS, values.COMFY_HEADERS ?? {}),
    comfyCheckpoints: values.COMFY_CHECKPOINT,
    comfyNonCommercial: values.COMFY_NON_COMMERCIAL,
    lowDiskBytes: values.DISK_LOW_MB * 1024 ** 2,
    logLevel: values.LOG_LEVEL,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    workflowsDir: values.WORKFLOWS_DIR ?? join(dataDir, 'workflows'),
    metricsHost: values.METRICS_HOST ?? '127.0.0.1',
    metricsPort: values.METRICS_PORT ?? null,
    appDir: join(places.rootDir, 'dist/app'),
    contentDir: join(places.rootDir, 'content'),
    migrationsDir: places.migrationsDir,
    workersDir: places.workersDir,
    tracerDir: join(places.rootDir, 'dist/tracer'),
  });
}

/** This machine's own names stay: whoever asks by them is on it, or comes through its proxy. */
function listHosts(publicUrl: string, furtherOrigins: readonly string[]): string[] {
  const named = [publicUrl, ...furtherOrigins].map((origin) => new URL(origin).hostname.toLowerCase());
  return [...new Set([...named, 'localhost', '127.0.0.1', '[::1]'])];
}

function readTrustedProxies(text: string): Config['trustedProxies'] {
  if (text === 'off') return false;
  if (/^\d+$/.test(text)) return (_address, hop) => hop < Number(text);
  return text.split(',').map((part) => part.trim());
}

/** Sender of mails where none is named. */
function mailFrom(publicUrl: string): string {
  return `Vitrine <noreply@${new URL(publicUrl).hostname}>`;
}
