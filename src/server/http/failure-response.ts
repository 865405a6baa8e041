import type { z } from 'zod';
import { BATCH_ZIP, IMAGE_UPLOAD_MAX_BYTES, RETURN_DAYS } from '../../contract/constants.ts';
import type { Failure, FailureCode } from '../../contract/failure.ts';
import type {
  ArchiveEntryReason,
  ArchiveReason,
  EngineWish,
  NotKeptReason,
} from '../../contract/failure-reasons.ts';
import type { ErrorBody } from '../../contract/http/instance.ts';

type Response = { readonly status: number; readonly sentence: string };
type Table = { readonly [C in FailureCode]: (failure: Extract<Failure, { code: C }>) => Response };

const deviceOnly = (): Response => ({ status: 500, sentence: 'Something went wrong on the server.' });

/** HTTP status and English sentence of every failure; the app has its own sentences, by code. */
const table: Table = {
  'file-empty': ({ name }) => ({ status: 400, sentence: `The file ${name} is empty.` }),
  'file-too-large': ({ name, maxBytes }) => ({
    status: 413,
    sentence: `The file ${name} is larger than ${megabytes(maxBytes)}.`,
  }),
  'file-format-unsupported': ({ extension }) => ({
    status: 415,
    sentence: `Files of type ${extension} are not supported.`,
  }),
  'model-unreadable': ({ details }) => ({ status: 422, sentence: `The model cannot be read: ${details}.` }),
  'model-incomplete': ({ name, missing }) => ({
    status: 422,
    sentence: `The model ${name} needs other files: ${missing.map(({ uri }) => uri).join(', ')}.`,
  }),
  'model-too-complex': ({ details }) => ({ status: 422, sentence: `The model is too complex: ${details}.` }),
  'recipe-unreadable': ({ name }) => ({ status: 422, sentence: `${name} has no recipe that can be read.` }),
  'picture-work-failed': () => ({
    status: 503,
    sentence: 'The program that opens pictures stopped twice at this one. Nothing was changed.',
  }),
  'image-unreadable': ({ name }) => ({ status: 422, sentence: `The image ${name} cannot be read.` }),
  'environment-refused': () => ({
    status: 422,
    sentence: 'The picture of the surroundings cannot be read.',
  }),
  'image-too-large': ({ name, widthPx, heightPx, maxPixels }) => ({
    status: 422,
    sentence: `The image ${name} has ${widthPx} x ${heightPx} pixels; up to ${Math.floor(maxPixels / 1e6)} megapixels can be taken.`,
  }),
  'name-taken': ({ name }) => ({ status: 409, sentence: `There is already one called ${name}.` }),
  'library-full': ({ limit }) => ({
    status: 422,
    sentence: `You have ${limit} of these, and no more fit. Delete some to add others.`,
  }),
  'library-space-full': ({ maxBytes }) => ({
    status: 413,
    sentence: `Your pictures take all of the ${maxBytes / 1e9} GB that there is room for. Delete some to add others.`,
  }),
  'model-space-full': ({ maxBytes }) => ({
    status: 413,
    sentence: `The models of your projects take all of the ${maxBytes / 1e9} GB that there is room for. Delete a project to add others.`,
  }),
  'archive-refused': ({ reason }) => ({
    status: 422,
    sentence: `${refusedArchive[reason]} Nothing was taken from it.`,
  }),
  'archive-entry-refused': ({ name, reason }) => ({
    status: 422,
    sentence: `${name} was not taken: ${refusedEntry[reason]}.`,
  }),
  'selection-limit': ({ limit }) => ({
    status: 400,
    sentence: `Maximum ${limit} materials allowed. Deselect one first.`,
  }),
  'selection-plain': ({ name }) => ({
    status: 400,
    sentence: `Material "${name}" is a default model material without assigned texture. Please assign a texture from the library first.`,
  }),
  'selection-duplicate': ({ name }) => ({
    status: 400,
    sentence: `Material "${name}" is already selected. Multiple objects with the same material will have their masks combined during rendering.`,
  }),
  'not-traceable': ({ features }) => ({
    status: 422,
    sentence: `The built-in engine cannot render this model: it uses ${features.join(', ')}.`,
  }),
  'product-not-kept': ({ reason }) => ({ status: 422, sentence: notKept[reason] }),
  'credits-insufficient': ({ price, balance }) => ({
    status: 402,
    sentence: `This costs ${price} credits and you have ${balance}.`,
  }),
  'day-quota-reached': ({ limit, freeAt }) => ({
    status: 403,
    sentence:
      freeAt === null
        ? `One person can have ${limit} pictures a day here, and this order is for more.`
        : `One person can have ${limit} pictures a day here. This order fits from ${freeAt} on.`,
  }),
  'engine-unavailable': () => ({ status: 503, sentence: 'No engine is available for this render.' }),
  'engine-lacks': ({ wish }) => ({ status: 409, sentence: lacking[wish] }),
  'engine-failed': ({ reason }) => ({ status: 502, sentence: `The render engine failed: ${reason}.` }),
  'engine-lost': () => ({ status: 502, sentence: 'The servers of the render engine broke off repeatedly.' }),
  'engine-refused': () => ({ status: 502, sentence: 'The render engine did not take this order.' }),
  'engine-out-of-memory': () => ({
    status: 502,
    sentence: 'The picture does not fit into the memory of the render engine.',
  }),
  'render-finished': () => ({ status: 409, sentence: 'This render has already finished.' }),
  'render-alive': () => ({
    status: 409,
    sentence: 'This render is still under way. Cancel it first, then it can be deleted.',
  }),
  'return-refused': ({ reason }) => ({
    status: 409,
    sentence: {
      returned: 'This picture was sent back before, or cost nothing.',
      'not-ai': 'Only pictures that an AI engine made here can be sent back.',
      'too-old': `Pictures can be sent back for ${RETURN_DAYS} days.`,
    }[reason],
  }),
  'order-unanswered': () => ({ status: 410, sentence: 'This order was sent too long ago to be sent again.' }),
  'order-expired': () => ({ status: 410, sentence: 'This order has expired and was not sent.' }),
  'project-limit': ({ limit }) => ({
    status: 422,
    sentence: `You have ${limit} projects, and no more fit. Delete one to add another.`,
  }),
  'project-file-refused': deviceOnly,
  'project-file-lacks': deviceOnly,
  'view-limit': ({ limit }) => ({
    status: 422,
    sentence: `A project can have ${limit} saved views. Delete one to save another.`,
  }),
  'kept-limit': ({ kind, limit }) => ({
    status: 422,
    sentence: `${kept[kind](limit)}, and no more fit. Delete one to add another.`,
  }),
  'view-deleted': () => ({ status: 410, sentence: 'This view was deleted in the meantime.' }),
  'upload-hash-mismatch': () => ({
    status: 422,
    sentence: 'The file arrived damaged. Nothing was changed; please send it again.',
  }),
  'upload-incomplete': ({ missing }) => ({
    status: 409,
    sentence: `The upload is not complete: ${missing.length} parts are missing.`,
  }),
  'upload-too-large': ({ maxBytes }) => ({
    status: 413,
    sentence: `The upload is larger than ${megabytes(maxBytes)}.`,
  }),
  'quota-exceeded': ({ maxBytes }) => ({
    status: 413,
    sentence: `Your unfinished uploads would exceed ${megabytes(maxBytes)}.`,
  }),
  'file-damaged': () => ({
    status: 410,
    sentence: 'The server has lost this file or part of it. Upload the same file again.',
  }),
  'storage-full': () => ({ status: 507, sentence: 'The server has no space left. Nothing was changed.' }),
  'not-authenticated': () => ({ status: 401, sentence: 'Please sign in.' }),
  'credentials-wrong': () => ({ status: 401, sentence: 'Invalid credentials' }),
  'email-taken': () => ({ status: 409, sentence: 'An account with this e-mail already exists.' }),
  'password-weak': ({ reason }) => ({ status: 422, sentence: weakPassword[reason] }),
  'owner-link-invalid': () => ({
    status: 410,
    sentence: 'This link has been used or has expired. Run "npm run owner-link" for a new one.',
  }),
  'password-wrong': () => ({ status: 422, sentence: 'This is not your present password.' }),
  'password-needed': () => ({ status: 403, sentence: 'Please give your password once more.' }),
  'second-factor-wanted': () => ({ status: 401, sentence: 'Please give the code of your app as well.' }),
  'second-factor-wrong': () => ({
    status: 422,
    sentence: 'A code that was not used yet is needed: the one your app shows now, or a recovery code.',
  }),
  'second-factor-expired': () => ({
    status: 410,
    sentence: 'This sign-in took too long. Please give your password again.',
  }),
  'second-factor-on': () => ({ status: 409, sentence: 'A second factor is on already.' }),
  'second-factor-required': () => ({
    status: 403,
    sentence: 'Staff need a second factor here. Please switch it on in your settings.',
  }),
  'second-factor-stays': () => ({
    status: 409,
    sentence: 'Staff need a second factor here: it stays on.',
  }),
  'passkey-refused': () => ({
    status: 422,
    sentence: 'This passkey is not known here, or did not prove itself.',
  }),
  'passkey-expired': () => ({ status: 410, sentence: 'This took too long. Please begin again.' }),
  'passkey-limit': ({ limit }) => ({
    status: 422,
    sentence: `An account can have ${limit} passkeys. Remove one to add another.`,
  }),
  'api-key-limit': ({ limit }) => ({
    status: 422,
    sentence: `An account can have ${limit} API keys. Revoke one to make another.`,
  }),
  'provider-refused': ({ reason }) => ({
    status: reason === 'away' ? 503 : 401,
    sentence: refusedByProvider[reason],
  }),
  'webhook-limit': ({ limit }) => ({
    status: 422,
    sentence: `An account can have ${limit} webhooks. Remove one to make another.`,
  }),
  'webhook-off': () => ({ status: 409, sentence: 'This webhook is switched off: nothing is sent.' }),
  'webhook-address': () => ({
    status: 422,
    sentence: 'A webhook needs an https:// address on the internet, by its name.',
  }),
  'api-key-scope': ({ scope }) => ({
    status: 403,
    sentence:
      scope === null ? 'No API key may do this: sign in.' : `This API key lacks the scope "${scope}".`,
  }),
  'passkey-here': deviceOnly,
  'passkey-unavailable': deviceOnly,
  'account-link-invalid': () => ({
    status: 410,
    sentence: 'This link has been used or has expired. Please ask for a new one.',
  }),
  'invitation-required': () => ({ status: 403, sentence: 'Registration needs an invitation.' }),
  'invitation-invalid': () => ({
    status: 403,
    sentence: 'This invitation has been used or has expired. Please ask for a new one.',
  }),
  'already-registered': () => ({ status: 409, sentence: 'This e-mail is already on the waiting list.' }),
  'google-refused': ({ reason }) => ({
    status: 401,
    sentence:
      reason === 'email'
        ? 'An account with this e-mail already exists. Please sign in with its password.'
        : 'Error during Google authentication',
  }),
  'owner-stays': () => ({
    status: 409,
    sentence: 'The owner stays as they are: the instance needs their account.',
  }),
  'last-staff': () => ({ status: 409, sentence: 'Make somebody else staff first: nobody else is.' }),
  'own-account': () => ({ status: 409, sentence: 'Nobody does this to their own account here.' }),
  'account-closed': () => ({ status: 403, sentence: 'This account has been closed.' }),
  'price-unknown': () => ({ status: 404, sentence: 'This is not for sale.' }),
  'price-changed': () => ({
    status: 409,
    sentence:
      'What this change costs, or when it begins, is no longer what was agreed to. Nothing was charged.',
  }),
  'subscription-exists': () => ({
    status: 409,
    sentence: 'You have a plan already. Please change it instead.',
  }),
  'subscription-missing': () => ({ status: 404, sentence: 'You have no plan.' }),
  'subscription-elsewhere': () => ({
    status: 409,
    sentence:
      'Your plan is with a payment provider that this server does not use any more. Please ask whoever runs it to end the plan first.',
  }),
  'payment-unavailable': () => ({
    status: 502,
    sentence: 'The payment provider does not answer. See whether it was done before you try again.',
  }),
  'payment-declined': () => ({ status: 402, sentence: 'The payment was declined. Your plan is as it was.' }),
  'ticket-invalid': () => ({ status: 401, sentence: 'This ticket has been used or has expired.' }),
  forbidden: () => ({ status: 403, sentence: 'You may not do this.' }),
  'not-found': () => ({ status: 404, sentence: 'Not found.' }),
  'invalid-request': ({ fields }) => ({
    status: 400,
    sentence: `The request is not valid. Check these fields: ${Object.keys(fields).join(', ')}.`,
  }),
  'idempotency-mismatch': () => ({
    status: 422,
    sentence: 'This Idempotency-Key was used for another request.',
  }),
  'idempotency-in-flight': () => ({
    status: 409,
    sentence: 'The same request is still running. Please try again in a moment.',
  }),
  'rate-limited': ({ retryAfterSeconds }) => ({
    status: 429,
    sentence: `Too many attempts. Please try again in ${retryAfterSeconds} seconds.`,
  }),
  'revision-stale': () => ({ status: 409, sentence: 'The project was changed elsewhere in the meantime.' }),
  'not-configured': () => ({ status: 404, sentence: 'This is not switched on here.' }),
  'server-unready': () => ({
    status: 503,
    sentence: 'The server cannot reach its data at the moment. Please try again shortly.',
  }),
  maintenance: ({ message }) => ({
    status: 503,
    sentence: message ?? 'The server is being worked on: nothing can be changed at the moment.',
  }),
  'server-failed': () => ({ status: 500, sentence: 'Something went wrong on the server.' }),
  'server-unreachable': deviceOnly,
  'response-unexpected': deviceOnly,
  'http-error': deviceOnly,
  'upload-refused': deviceOnly,
  'worker-crashed': deviceOnly,
  'traced-files-missing': deviceOnly,
  'device-overwhelmed': deviceOnly,
  'export-empty': deviceOnly,
  'export-failed': deviceOnly,
  'export-unavailable': deviceOnly,
  'capture-too-large': deviceOnly,
  'no-matching-materials': deviceOnly,
  'model-changed': deviceOnly,
  'silhouette-missing': deviceOnly,
  'light-map-gone': deviceOnly,
  'graphics-unavailable': deviceOnly,
  'project-unsent': deviceOnly,
  'project-made-anew': deviceOnly,
  'device-storage-full': deviceOnly,
  'device-storage-newer': deviceOnly,
  'device-storage-unavailable': deviceOnly,
};

const lacking = {
  enlarging: 'No server of this engine can enlarge pictures.',
  workflow: 'No server of this engine has this workflow.',
} as const satisfies Record<EngineWish, string>;

const notKept = {
  glass: 'This product has glass, so that an AI engine would paint it as well.',
  model: 'This model cannot be traced, so that an AI engine would paint the product as well.',
} as const satisfies Record<NotKeptReason, string>;

const kept = {
  looks: (limit: number) => `You have ${limit} looks`,
  environments: (limit: number) => `You have ${limit} environments`,
  sketches: (limit: number) => `This project has ${limit} sketches`,
};

const refusedArchive = {
  'not-a-zip': 'The file is not a ZIP archive that can be read.',
  'too-many-entries': `The ZIP holds more than ${BATCH_ZIP.maxEntries} files.`,
  'unpacks-too-large': `The ZIP unpacks to more than ${megabytes(BATCH_ZIP.unpackedMaxBytes)}.`,
  'no-pictures': 'The ZIP holds no files.',
  'nothing-taken': 'None of the files in the ZIP can be a material.',
} as const satisfies Record<ArchiveReason, string>;

const refusedByProvider = {
  answer: 'The sign-in of your company did not work. Please try again.',
  away: 'The sign-in of your company does not answer.',
  denied: 'Your company did not let you in.',
  unproven: 'Your company does not say that your e-mail is yours.',
  email: 'There is an account with this e-mail that is not proven to be yours.',
};
const refusedEntry = {
  path: 'its path leads out of the archive',
  link: 'it is a link, not a file',
  archive: 'it is an archive inside the archive',
  encrypted: 'it is encrypted, or compressed in a way that cannot be read',
  map: 'it is a map that materials here do not have',
  ratio: 'it unpacks to far more than a picture can',
  size: `it is larger than ${megabytes(IMAGE_UPLOAD_MAX_BYTES)}`,
  damaged: 'its data is damaged',
} as const satisfies Record<ArchiveEntryReason, string>;

const weakPassword = {
  short: 'The password needs at least 12 characters.',
  long: 'The password may have at most 128 characters.',
  common: 'This password is too common.',
} as const;

/** The answer for a failure: its status and a body in the shape of L8. */
export function failureResponse(failure: Failure): { status: number; body: z.infer<typeof ErrorBody> } {
  // The table's type guarantees that the entry takes this very member.
  const entry = table[failure.code] as (failure: Failure) => Response;
  const { status, sentence } = entry(failure);
  const { code, ...data } = failure;
  const body: z.infer<typeof ErrorBody> = { error: sentence, detail: sentence, code };
  if (failure.code === 'invitation-required') body.error_code = 'invitation_required'; // S1 7
  if (failure.code === 'already-registered') body.fields = { email: sentence }; // S1 5
  if (failure.code === 'invalid-request') body.fields = failure.fields;
  else if (Object.keys(data).length > 0) body.data = data;
  return { status, body };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`;
}
