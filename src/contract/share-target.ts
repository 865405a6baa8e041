import { DAY_MS, MAX_MODEL_BYTES } from './constants.ts';

/** Where the system sends files that a person shares with the installed app (manifest.webmanifest, `share_target`). */
export const SHARE_PATH = '/share';
/** Name of the files in what the system sends. */
export const SHARE_FIELD = 'files';
/** Name in the query of the app's address that says why nothing was taken; its value is a {@link ShareRefusal}. */
export const SHARE_QUERY = 'share';
/** Cache of the browser where shared files wait until the page opens them. */
export const SHARED_CACHE = 'shared';
/** Its entry that lists the others, written last. */
export const SHARED_LIST = '/share/list';
/** A glTF file comes with its buffers and textures; more is no model. */
export const SHARED_FILES_MAX = 200;
/** Of all files of one share, in bytes: what a model may have. */
export const SHARED_BYTES_MAX = MAX_MODEL_BYTES;
/** Nobody remembers a share that was not opened for so long, in milliseconds. */
export const SHARED_KEPT_MS = DAY_MS;

/**
 * Why nothing was taken: no file, none of a kind that opens, too many, too large, no room, no service worker yet, or a system that
 * brings no files to a window that is open.
 */
export const SHARE_REFUSALS = ['none', 'kind', 'many', 'large', 'room', 'unready', 'open'] as const;
export type ShareRefusal = (typeof SHARE_REFUSALS)[number];

/** What waits in {@link SHARED_CACHE}: names of the files, in the order of the entries `/share/0`, `/share/1`. */
export interface SharedList {
  readonly names: readonly string[];
  /** Milliseconds since 1970, by this device's clock. */
  readonly at: number;
}

/** Address of the entry of one file. */
export const sharedEntry = (index: number): string => `${SHARE_PATH}/${index}`;
