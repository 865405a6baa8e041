import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  NewPasskeyBody,
  PasskeyCreationBody,
  PasskeyRequestBody,
  PasskeySignInBody,
} from '../../src/contract/http/keys/passkeys.ts';

/** Flags of authenticator data (WebAuthn 6.1). */
const FLAGS = { present: 0x01, verified: 0x04, canBackUp: 0x08, isBackedUp: 0x10, hasKey: 0x40 };

/** What a test changes of an honest answer. */
export interface Lies {
  readonly origin?: string;
  /** Another relying party's id. */
  readonly rpId?: string;
  /** False: somebody touched it, and it did not make sure who. */
  readonly isVerified?: boolean;
  /** What its counter says. */
  readonly counter?: number;
  readonly type?: string;
}

/** A passkey as a device holds it. */
export interface SoftPasskey {
  readonly id: string;
  /** What the device sends when one was made. */
  readonly made: NewPasskeyBody;
  sign(request: PasskeyRequestBody, lies?: Lies): PasskeySignInBody;
}

/** Makes an ES256 passkey in this process, and answers as a browser at `origin` with an authenticator would. */
export function makeSoftPasskey(
  options: PasskeyCreationBody,
  origin: string,
  lies: Lies & { readonly attestation?: ReadonlyMap<string, unknown> } = {},
): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credentialId.length);
  const data = Buffer.concat([
    dataHead(lies.rpId ?? options.rp.id, FLAGS.hasKey | flagsOf(lies), lies.counter ?? 0),
    Buffer.alloc(16), // of no known make
    length,
    credentialId,
    coseOf(publicKey),
  ]);
  const attestation = new Map<string | number, never>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', data],
    ...(lies.attestation ?? []),
  ] as never);
  const answer = (request: PasskeyRequestBody, told: Lies): PasskeySignInBody => {
    const authenticatorData = dataHead(told.rpId ?? request.rpId, flagsOf(told), told.counter ?? 0);
    const clientData = clientDataOf(told.type ?? 'webauthn.get', request.challenge, told.origin ?? origin);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    return {
      id,
      client_data: clientData.toString('base64url'),
      authenticator_data: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
      user_handle: options.user.id,
    };
  };
  const clientData = clientDataOf(lies.type ?? 'webauthn.create', options.challenge, lies.origin ?? origin);
  return {
    id,
    made: {
      name: 'My phone',
      id,
      client_data: clientData.toString('base64url'),
      attestation: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal'],
    },
    sign: (request, told = {}) => answer(request, told),
  };
}

function flagsOf({ isVerified = true }: Lies): number {
  return FLAGS.present | FLAGS.canBackUp | FLAGS.isBackedUp | (isVerified ? FLAGS.verified : 0);
}

function dataHead(rpId: string, flags: number, counter: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
}

function clientDataOf(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** An elliptic key in the numbers of COSE (RFC 9053). */
function coseOf(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const parts = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ] as const;
  return isoCBOR.encode(new Map<string | number, number | Uint8Array>(parts));
}
