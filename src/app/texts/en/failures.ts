import { IMAGE_UPLOAD_MAX_BYTES, RETURN_DAYS } from '../../../contract/constants.ts';
import type { Failure } from '../../../contract/failure.ts';
import {
  type ArchiveEntryReason,
  NO_DRAWING_CODE,
  NO_MODEL_SCENE,
} from '../../../contract/failure-reasons.ts';
import type { FailureTexts } from '../failure-texts.ts';
import { nameFields } from '../field-names.ts';
import { createFormatters } from '../formatters.ts';
import { FIELD_NAME } from './fields.ts';
import { ARCHIVE, PROJECT_FILE_REASON, RECIPE } from './file-reasons.ts';
import { COMPLEXITY_REASON, MODEL_REASON, nameFeature } from './model-reasons.ts';

const format = createFormatters('en');

/** Why one entry of a ZIP is not taken. */
export const ARCHIVE_ENTRY = {
  path: 'its path leads out of the archive',
  link: 'it is a link, not a file',
  archive: 'it is an archive inside the archive',
  encrypted: 'it is encrypted, or compressed in a way that cannot be read',
  map: 'it is a map without use here',
  ratio: 'it unpacks to far more than a picture can',
  size: `it is larger than ${format.bytes(IMAGE_UPLOAD_MAX_BYTES)}`,
  damaged: 'its data is damaged',
} as const satisfies Record<ArchiveEntryReason, string>;

const KEPT = {
  looks: (limit: string) => `You have ${limit} looks`,
  environments: (limit: string) => `You have ${limit} surroundings`,
  sketches: (limit: string) => `This project has painted light for ${limit} views`,
};

export const enFailures: FailureTexts = {
  'file-empty': ({ name }) => `“${name}” is empty: get the file again. Nothing was changed.`,
  'file-too-large': ({ name, sizeBytes, maxBytes }) =>
    `“${name}” has ${format.bytes(sizeBytes)}; up to ${format.bytes(maxBytes)} can be opened. Nothing was changed.`,
  'file-format-unsupported': ({ extension }) => `Unsupported format: ${extension}`,
  'model-unreadable': ({ reason }) =>
    reason === 'no-scene'
      ? 'The loader did not return a valid scene. Export the model again with the parts you want to see. Nothing was changed.'
      : `The model cannot be opened: ${MODEL_REASON[reason] ?? MODEL_REASON['data-damaged']} Nothing was changed.`,
  'model-incomplete': ({ name, missing }) =>
    `“${name}” cannot be shown without ${format.list(missing.map(({ uri }) => uri))}. Nothing was changed.`,
  'model-too-complex': ({ reason }) =>
    `The model is too complex: ${COMPLEXITY_REASON[reason] ?? COMPLEXITY_REASON.elements} Nothing was changed.`,
  'recipe-unreadable': ({ name, reason }) => `“${name}” ${RECIPE[reason]}. Nothing was changed.`,
  'picture-work-failed': () =>
    'The program that opens pictures on the server stopped twice at this one, so it was not kept and costs nothing. Try again; if it happens again, save the picture anew as a JPEG or PNG.',
  'environment-refused': ({ reason }) =>
    ({
      unreadable:
        'This picture of the surroundings could not be read: it is damaged, or of a kind that is not known here. Save it anew as Radiance (.hdr) or OpenEXR (.exr).',
      'too-large': `This picture of the surroundings is too large. Up to ${format.number(8_192)} × ${format.number(4_096)} pixels can be read: save it smaller, 2K is enough.`,
      'not-panorama':
        'This picture does not show the surroundings all around: it must be a panorama twice as wide as high (equirectangular).',
      dark: 'This picture of the surroundings is black: there is no light in it.',
    })[reason],
  'image-unreadable': ({ name }) =>
    `The picture “${name}” could not be read: it is damaged or of a kind that is not known here. Choose another one, or save it again as JPEG, PNG or WebP.`,
  'image-too-large': ({ name, widthPx, heightPx, maxPixels }) =>
    `“${name}” has ${format.number(widthPx)} × ${format.number(heightPx)} pixels; up to ${Math.floor(maxPixels / 1e6)} megapixels can be taken. Make it smaller and try again.`,
  'export-empty': () => 'Scene not initialized for export.',
  'export-unavailable': () =>
    'THREE.GLTFExporter not available globally. The part of the app that exports did not start: nothing was changed, reload the page and try again.',
  'export-failed': ({ reason }) =>
    `GLTFExporter parse error: ${reason === NO_MODEL_SCENE ? NO_MODEL_SCENE : 'the model could not be written'}. It stays as it is; try again.`,
  'capture-too-large': ({ widthPx, heightPx, maxPx }) =>
    `This device cannot draw a picture of ${format.number(widthPx)} × ${format.number(heightPx)} pixels; its sides can have 64 to ${format.number(maxPx)}.`,
  'no-matching-materials': () => 'No matching materials found in scene',
  'model-changed': () =>
    'Another model came to the stage meanwhile. What was begun with the one before was left, and nothing was ordered. Try again.',
  'light-map-gone': () =>
    'The light that this light-map has from a picture could not be loaded. The sketch is kept: connect and try again, or clear it.',
  'silhouette-missing': () =>
    'The product cannot be cut out of this picture: its silhouette was not kept. Order the render again.',
  'not-traceable': ({ features }) =>
    `The Studio engine cannot draw parts of this model yet: ${format.list(features.map(nameFeature))}. You were not charged.`,
  'product-not-kept': ({ reason }) =>
    `${reason === 'glass' ? 'This product has glass, and what shines through it can only be painted together with it' : 'Studio cannot trace this model'}: the AI would paint the product too. You were not charged.`,
  'credits-insufficient': () =>
    "You don't have enough credits to render. Please purchase more credits to continue.",
  'day-quota-reached': ({ limit, freeAt }) =>
    freeAt === null
      ? `You can have ${format.number(limit)} pictures a day here, and this order is for more: order fewer at once.`
      : `You have had your ${format.number(limit)} pictures of a day. This order fits from ${format.dateTime(freeAt)} on.`,
  'engine-unavailable': () => 'No servers available. The order was not placed and nothing was charged.',
  'engine-lacks': ({ wish }) =>
    `No AI server that is there ${wish === 'enlarging' ? 'can enlarge pictures' : 'has this workflow'}. The order was not placed and nothing was charged.`,
  'engine-failed': () =>
    'The engine could not finish this picture. What is missing costs nothing; try again.',
  'engine-lost': () =>
    'The AI servers broke off several times. What is missing costs nothing; try again later, or draw with Studio.',
  'engine-refused': () =>
    'The AI server did not take this order. What is missing costs nothing; whoever runs this instance sees why under Engines.',
  'engine-out-of-memory': () =>
    'The picture does not fit into the memory of the AI server. What is missing costs nothing; choose a smaller size, or draw with Studio.',
  'render-finished': () => 'This render has already finished.',
  'render-alive': () =>
    'A render that is still under way cannot be deleted. Nothing was deleted: cancel it first, then try again.',
  'return-refused': ({ reason }) =>
    ({
      returned: 'This picture was sent back before, or cost nothing. Nothing has changed.',
      'not-ai': 'Only pictures that an AI engine made here can be sent back. Nothing has changed.',
      'too-old': `Pictures can be sent back for ${RETURN_DAYS} days, and this one is older. Nothing has changed.`,
    })[reason],
  'order-expired': () =>
    'This order waited for more than an hour and was not sent. Nothing was charged: send it now, or withdraw it.',
  'order-unanswered': () =>
    'This order was sent days ago, and no answer came. Look whether its picture is there: sent now, it is a new order, and is charged.',
  'project-limit': ({ limit }) =>
    `You have ${format.number(limit)} projects, and no more fit. Delete one to add another; nothing was lost.`,
  'project-unsent': () =>
    'Pictures or orders of it are only on this device, or are still to be drawn here. Let those be drawn or cancel them, and send the others or give them up under “Your work on the server”, first. Nothing was deleted.',
  'project-made-anew': () =>
    'While it was deleted, pictures of it were ordered in another tab. The server had deleted it by then: all of it that is on this device stays, and goes there again. Its finished pictures are in the gallery.',
  'project-file-refused': ({ reason }) => PROJECT_FILE_REASON[reason],
  'project-file-lacks': ({ names }) =>
    `${format.list(names)} cannot be had: not on this device, nor on the server as far as it can be reached. Connect and try again.`,
  'view-limit': ({ limit }) =>
    `A project can have ${format.number(limit)} saved views. Delete one to save another.`,
  'kept-limit': ({ kind, limit }) =>
    `${KEPT[kind](format.number(limit))}, and no more fit. Delete one, then try again.`,
  'view-deleted': () => 'This view was deleted on another device.',
  'name-taken': ({ name }) => `There is already a category called “${name}”. Choose another name.`,
  'library-full': ({ limit }) =>
    `Your library holds ${format.number(limit)} of these, and no more fit. Delete some to add others.`,
  'library-space-full': ({ maxBytes }) =>
    `Your pictures take all of your ${format.bytes(maxBytes)} on the server. Delete some to add others.`,
  'model-space-full': ({ maxBytes }) =>
    `The models of your projects take all of your ${format.bytes(maxBytes)} on the server. It stays on this device; delete a project, then try again.`,
  'archive-refused': ({ reason }) => `${ARCHIVE[reason]} Nothing was taken from it.`,
  'archive-entry-refused': ({ name, reason }) => `“${name}” was not taken: ${ARCHIVE_ENTRY[reason]}.`,
  'selection-limit': ({ limit }) => `Maximum ${format.number(limit)} materials allowed. Deselect one first.`,
  'selection-plain': ({ name }) =>
    `Material "${name}" is a default model material without assigned texture. Please assign a texture from the library first.`,
  'selection-duplicate': ({ name }) =>
    `Material "${name}" is already selected. Multiple objects with the same material will have their masks combined during rendering.`,
  'upload-hash-mismatch': () => 'A part of the upload arrived damaged. It will be sent again.',
  'upload-incomplete': () => 'The upload is not complete: what is missing will be sent again.',
  'upload-too-large': ({ maxBytes }) =>
    `The server takes files up to ${format.bytes(maxBytes)}. The file stays on this device.`,
  'quota-exceeded': ({ maxBytes }) =>
    `Your space of ${format.bytes(maxBytes)} on the server is full. The model stays on this device.`,
  'file-damaged': () =>
    'The server has lost a file, and what is missing costs nothing. Upload the model or picture again.',
  'storage-full': () => "The server's disk is full. Your work is safe on this device.",
  'not-authenticated': () => 'You are signed out or your session has expired.',
  'credentials-wrong': () => 'Invalid credentials',
  'email-taken': () => 'An account with this e-mail already exists. Sign in instead.',
  'password-weak': ({ reason }) =>
    reason === 'short'
      ? 'Use at least 12 characters.'
      : reason === 'long'
        ? 'Use at most 128 characters.'
        : 'This password is on lists of common passwords. Choose another one.',
  'owner-link-invalid': () =>
    'This sign-in link was already used or has expired. Run “npm run owner-link” for a new one.',
  'password-wrong': () => 'This is not your present password.',
  'password-needed': () => 'Give your password once more for this. Nothing was changed.',
  'second-factor-wanted': () => 'Give the code of your app as well.',
  'second-factor-wrong': () => 'Give the code that your app shows now, or a recovery code not used yet.',
  'second-factor-expired': () => 'This sign-in took too long. Begin again.',
  'second-factor-on': () => 'The second factor is on already. Nothing was changed.',
  'second-factor-required': () => 'Staff need a second factor here. Switch it on in Settings, under Account.',
  'second-factor-stays': () => 'Staff need a second factor here: it stays on.',
  'passkey-refused': () =>
    'This passkey does not sign in here. Nothing was changed; use another one or your password.',
  'passkey-expired': () => 'This took too long, and nothing was changed. Try again.',
  'passkey-limit': ({ limit }) =>
    `Your account has ${format.number(limit)} passkeys already. Remove one to add another.`,
  'api-key-limit': ({ limit }) =>
    `Your account has ${format.number(limit)} API keys already. Revoke one to make another.`,
  'provider-refused': ({ reason }) =>
    ({
      answer: 'Signing in through your company did not work. Try again.',
      away: 'Your company’s sign-in does not answer. Try again in a moment.',
      denied: 'Your company did not let you in.',
      unproven: 'Your company does not say that your e-mail is yours. Ask who runs its sign-in.',
      email:
        'There is an account with your e-mail here that nobody has proven to be theirs. Ask who runs this server.',
    })[reason],
  'webhook-limit': ({ limit }) =>
    `Your account has ${format.number(limit)} webhooks already. Remove one to make another.`,
  'webhook-off': () => 'This webhook is switched off, so nothing was sent. Switch it on first.',
  'webhook-address': () =>
    'A webhook needs an address on the internet that begins with https:// and has a name. Nothing was changed.',
  'api-key-scope': () => 'This API key may not do that. Nothing was changed.',
  'passkey-here': () => 'This device has a passkey for your account already. Nothing was changed.',
  'passkey-unavailable': () =>
    'Your device could not use passkeys at this address. Nothing was changed; use your password.',
  'account-link-invalid': () => 'This link was already used or has expired. Ask for a new one.',
  'invitation-required': () => 'Registration needs an invitation. Join the waiting list.',
  'invitation-invalid': () => 'This invitation was already used or has expired.',
  'already-registered': () => 'This e-mail is already on the waiting list.',
  'google-refused': ({ reason }) =>
    reason === 'email'
      ? 'An account with this e-mail already exists. Sign in with its password.'
      : 'Error during Google authentication',
  'owner-stays': () => 'The owner’s account stays as it is: this instance needs it.',
  'last-staff': () => 'Nobody else is staff. Make somebody else staff first.',
  'own-account': () =>
    'You cannot do this to your own account here. What is yours to change is in the settings.',
  'account-closed': () =>
    'This account has been closed. Nothing in it was deleted; ask whoever runs this server.',
  'price-unknown': () => 'This is not for sale any more. Nothing was charged.',
  'price-changed': () => 'The price or the day of this change is another by now. Nothing was charged.',
  'subscription-exists': () => 'You have a plan already. Change it instead.',
  'subscription-missing': () => 'You have no plan.',
  'subscription-elsewhere': () =>
    'Your plan is with a payment service that this server no longer uses. Nothing was changed; ask whoever runs the server to end the plan first.',
  'payment-unavailable': () =>
    'The payment service does not answer. See whether it was done before you try again.',
  'payment-declined': () => 'The payment was declined. Your plan is as it was.',
  'ticket-invalid': () => 'The live connection could not be opened. The render goes on.',
  forbidden: () => 'Your account may not do this.',
  'not-found': () => 'This is no longer on the server.',
  'invalid-request': ({ fields }) => {
    const names = nameFields(fields).map((name) => FIELD_NAME[name]);
    return names.length === 0
      ? 'The server could not use what was sent, and nothing was changed. Reload the page, then try again.'
      : `The server cannot use this as it is: ${format.list(names)}. Nothing was changed; check it, then try again.`;
  },
  'idempotency-mismatch': () => 'This order was already sent with other contents. Press Render again.',
  'idempotency-in-flight': () => 'This is already being sent.',
  'rate-limited': ({ retryAfterSeconds }) =>
    `Too many tries. Try again in ${format.duration(retryAfterSeconds)}.`,
  'revision-stale': () => 'This project was changed elsewhere. Both versions were kept.',
  'not-configured': () => 'This is not set up on this server.',
  'server-failed': ({ requestId }) =>
    `The server could not finish this. Your work is safe on this device; try again.${after(requestId && `If it goes on, ask whoever runs the server, with the number ${requestId}.`)}`,
  'server-unready': () =>
    'The server cannot reach its data at the moment. Your work is safe on this device; try again shortly.',
  maintenance: ({ message }) =>
    `The server is being worked on: this can be done when it is back. Nothing was changed.${after(message)}`,
  'server-unreachable': () => 'The server cannot be reached. Your work is safe on this device.',
  'upload-refused': ({ step, failure }) =>
    `${step === 'part' ? 'Error uploading part: ' : 'Error completing the upload: '}${inner(failure)}`,
  'http-error': ({ status, body }) => `HTTP error! status: ${status}${body === '' ? '' : ` - ${body}`}`,
  'response-unexpected': () => 'Unexpected response format from the server.',
  'worker-crashed': () => 'A background task stopped unexpectedly. Nothing was changed; try again.',
  'traced-files-missing': ({ names }) =>
    `${names.length === 0 ? 'A file of it' : format.list(names)} cannot be had: not on this device, nor on the server as far as it can be reached. Take something else, or draw it with a connection.`,
  'device-overwhelmed': () =>
    'The page ended twice while it drew this: perhaps it is too much for this device. Order it smaller, or on the server.',
  'graphics-unavailable': ({ reason }) =>
    reason === NO_DRAWING_CODE
      ? `${NO_DRAWING_CODE}: the part of the app that draws did not load. Your work is kept: reload the page.`
      : 'This browser cannot draw in 3D now. Close other tabs or restart the browser, then try again.',
  'device-storage-full': () =>
    'The browser has no more room for this page. Free some under Settings, This device, then try again.',
  'device-storage-newer': () =>
    'A newer version of Vitrine keeps the work on this device. Reload the page to go on.',
  'device-storage-unavailable': () =>
    'This browser lets the page keep nothing on this device, and without that it cannot work. Allow site data for this address, or leave the private window, then reload.',
};

/** A sentence inside of another. */
function inner(failure: Failure): string {
  const describe = enFailures[failure.code] as (failure: Failure) => string;
  return describe(failure);
}

/** More words behind a sentence of ours: of whoever runs the server, or with a number to ask them with. */
function after(message: string | null | undefined): string {
  return message == null ? '' : ` ${message}`;
}
