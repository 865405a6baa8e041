import { S3Client } from '@aws-sdk/client-s3';
import { traceRequest } from '../tracing/trace-request.ts';

/** Where a store is, and who we are there. */
export interface S3Account {
  /** Of a store that is not Amazon's; null: Amazon's own. Buckets of other stores are part of the path, not of the host. */
  readonly endpoint: string | null;
  readonly region: string;
  /** Null: what the AWS SDK finds, such as the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** {@link PATIENCE} without it. */
  readonly patience?: StorePatience;
}

/** How long a store is waited for: for a connection, and for the next byte. */
export interface StorePatience {
  readonly connectMs: number;
  readonly silenceMs: number;
}

/** A store that is there answers within some milliseconds, and one that copies a large object within some seconds. */
export const PATIENCE: StorePatience = { connectMs: 5_000, silenceMs: 30_000 };
/** A file that is read holds a connection as long as its reader takes; who waits for a free one does not wait for the store. */
const CONNECTIONS = 256;

/** @param reads Its answers are long, and whoever reads them may take their time: their silence is watched by `followBody`. */
export function openS3Client(account: S3Account, reads = false): S3Client {
  const { endpoint, region, credentials, patience = PATIENCE } = account;
  // It says of Nodes that we run on that it will not know them one day: nobody who runs a server can do anything about that.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const client = new S3Client({
    region,
    maxAttempts: 5,
    requestHandler: {
      connectionTimeout: patience.connectMs,
      socketTimeout: reads ? 0 : patience.silenceMs,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(credentials !== null && { credentials }),
  });
  traceOperations(client);
  return client;
}

/** What of a request the SDK sends at last. */
interface Sent {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
}

/**
 * A span for each request, each repeat by itself, after OpenTelemetry's conventions for the AWS SDK. Their `aws.s3.key` is left out: keys
 * name files and people. An address that is signed for browsers is no request, and never gets here.
 */
function traceOperations(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => (args) => {
      const { method, protocol, hostname, port } = args.request as Sent;
      const name = (context.commandName ?? '').replace(/Command$/, '');
      const operation = {
        name: `S3.${name}`,
        attributes: { 'rpc.system.name': 'aws-api', 'rpc.method': name },
      };
      const url = `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`;
      return traceRequest(
        { peer: 's3', method, url, operation },
        () => next(args),
        ({ response }) => (response as { readonly statusCode: number }).statusCode,
      );
    },
    // Beside what sends it: around it are the repeats, and what reads answers.
    { step: 'deserialize', priority: 'low', name: 'traceOperations' },
  );
}
