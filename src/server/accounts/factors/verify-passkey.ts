import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import type { NewPasskeyBody, PasskeySignInBody } from '../../../contract/http/keys/passkeys.ts';
import type { passkeys } from '../../db/schema/passkeys.ts';

/** Whom passkeys are for: a host name, and the one origin whose pages may ask for them. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** EdDSA, ES256 and RS256 (COSE): what every authenticator of today has one of. The first is liked best. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

const ClientData = z.object({ challenge: z.string().min(1).max(200) });

/** The challenge that an answer says to be for. @throws AppError `passkey-refused`. */
export function challengeIn(clientData: string): string {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientData, 'base64url').toString())).challenge;
  } catch (cause) {
    throw new AppError({ code: 'passkey-refused' }, { cause });
  }
}

/**
 * Reads what an authenticator made. Who made the authenticator is not asked, so what it says of that is not read.
 *
 * @throws AppError `passkey-refused`, also where it did not make sure of the person.
 */
export function verifyNewPasskey(
  party: RelyingParty,
  { id, client_data, attestation }: NewPasskeyBody,
): Promise<Pick<typeof passkeys.$inferSelect, 'credentialId' | 'publicKey' | 'counter' | 'isBackedUp'>> {
  return orRefuse(async () => {
    // Loaded by the first who needs it: 25 MB of readers of certificates.
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
    const authData = decodeAttestationObject(Buffer.from(attestation, 'base64url')).get('authData');
    const bare = new Map<string | number, string | Map<string, string> | Uint8Array>()
      .set('fmt', 'none')
      .set('attStmt', new Map())
      .set('authData', authData);
    const attestationObject = Buffer.from(isoCBOR.encode(bare)).toString('base64url');
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expectedOf(party, client_data),
      response: {
        ...credentialOf(id),
        response: { clientDataJSON: client_data, attestationObject },
      },
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    });
    if (!verified || registrationInfo.credential.id !== id) throw new Error('another credential');
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      isBackedUp: credentialBackedUp,
    };
  });
}

/**
 * Checks that a passkey signed what it was asked to, and that its counter went on.
 *
 * @throws AppError `passkey-refused`, also where it did not make sure of the person.
 */
export function verifyPasskey(
  party: RelyingParty,
  known: Pick<typeof passkeys.$inferSelect, 'credentialId' | 'publicKey' | 'counter'>,
  given: PasskeySignInBody,
): Promise<Pick<typeof passkeys.$inferSelect, 'counter' | 'isBackedUp'>> {
  return orRefuse(async () => {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectedOf(party, given.client_data),
      response: {
        ...credentialOf(given.id),
        response: {
          clientDataJSON: given.client_data,
          authenticatorData: given.authenticator_data,
          signature: given.signature,
          userHandle: given.user_handle,
        },
      },
      credential: {
        id: known.credentialId,
        publicKey: new Uint8Array(known.publicKey),
        counter: known.counter,
      },
    });
    if (!verified) throw new Error('not its signature');
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  });
}

function expectedOf(party: RelyingParty, clientData: string) {
  return {
    expectedChallenge: challengeIn(clientData),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  };
}

function credentialOf(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
}

/** Turns the library's plain errors, which all mean bad input, into `passkey-refused`. */
async function orRefuse<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    throw new AppError({ code: 'passkey-refused' }, { cause });
  }
}
