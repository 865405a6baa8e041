import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { AppError } from '../../../contract/failure.ts';
import type {
  NewPasskeyBody,
  PasskeyCreationBody,
  PasskeyRequestBody,
  PasskeySignInBody,
} from '../../../contract/http/keys/passkeys.ts';

/**
 * Lets the person's device make a passkey; it asks them for a fingerprint, a face or a PIN.
 *
 * @throws AppError `passkey-here`, `passkey-unavailable`; `AbortError` when the person said no.
 */
export async function makePasskey(options: PasskeyCreationBody): Promise<Omit<NewPasskeyBody, 'name'>> {
  const { id, response } = await ask(() => startRegistration({ optionsJSON: options }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const known = transports as NewPasskeyBody['transports'];
  return { id, client_data: clientDataJSON, attestation: attestationObject, transports: known };
}

/**
 * Lets the person choose a passkey of theirs, and their device sign with it.
 *
 * @throws AppError `passkey-unavailable`; `AbortError` when the person said no.
 */
export async function signWithPasskey(options: PasskeyRequestBody): Promise<PasskeySignInBody> {
  const { id, response } = await ask(() => startAuthentication({ optionsJSON: options }));
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return {
    id,
    client_data: clientDataJSON,
    authenticator_data: authenticatorData,
    signature,
    user_handle: userHandle,
  };
}

async function ask<Answer>(start: () => Promise<Answer>): Promise<Answer> {
  try {
    return await start();
  } catch (cause) {
    const { name } = cause as Error;
    // Browsers say the same for a person who said no, one who did not come, and one who has no passkey.
    if (name === 'NotAllowedError' || name === 'AbortError') {
      throw new DOMException('The person said no.', 'AbortError');
    }
    const code = name === 'InvalidStateError' ? 'passkey-here' : 'passkey-unavailable';
    throw new AppError({ code }, { cause });
  }
}
