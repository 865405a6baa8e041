/** Why something is refused or fails, in words that a failure carries (`failure.ts`) and the sentences are chosen by. */

/** Not to be read; too many pixels or bytes; not twice as wide as high, or tiny; without any light. */
export type EnvironmentReason = 'unreadable' | 'too-large' | 'not-panorama' | 'dark';

/** Its answer is not to be trusted; nobody answered; it said no; it does not vouch for the e-mail; somebody here may have it. */
export const PROVIDER_REFUSALS = ['answer', 'away', 'denied', 'unproven', 'email'] as const;
export type ProviderRefusal = (typeof PROVIDER_REFUSALS)[number];

/** Why a picture is not taken back. */
export const RETURN_REFUSALS = ['returned', 'not-ai', 'too-old'] as const;
export type ReturnRefusal = (typeof RETURN_REFUSALS)[number];

/** Why a product cannot be kept apart: it may show what stands behind it in colours or bent, or its model cannot be traced. */
export const NOT_KEPT_REASONS = ['glass', 'model'] as const;
export type NotKeptReason = (typeof NOT_KEPT_REASONS)[number];

/** What an order asks for that servers of its engine may lack. */
export const ENGINE_WISHES = ['enlarging', 'workflow'] as const;
export type EngineWish = (typeof ENGINE_WISHES)[number];

/** What is kept in a limited number. */
export const KEPT_KINDS = ['looks', 'environments', 'sketches'] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];

/** Reason of `graphics-unavailable` where the code that draws did not load (S2 8). */
export const NO_DRAWING_CODE = 'THREE is not defined';
/** Reason of `export-failed` for a file without a scene to write (S2 8). */
export const NO_MODEL_SCENE = 'model.scene is null';

/** Why a file is no model that can be shown. */
export const MODEL_REASONS = [
  /** It is something else, whatever its name says. */
  'other-file',
  'other-version',
  'cut-short',
  /** Its description does not parse, or is none. */
  'json-damaged',
  /** What its description says about its data does not hold. */
  'data-damaged',
  /** Compressed shapes do not unpack. */
  'geometry-damaged',
  /** Its shapes are not compressed, and the reader of the stage gave up over it. */
  'not-understood',
  'positions-damaged',
  'texture-lost',
  'tree-damaged',
  'no-scene',
  'nothing-to-draw',
  /** Every triangle is without area, or names points that are not there. */
  'nothing-visible',
  'no-size',
  /** So small, so large or so far away that numbers end before it can be stood on the stage. */
  'extreme-size',
  'outside-folder',
  'needs-file',
  'file-gone',
  'zip-locked',
  /** Its entries are neither stored nor deflated. */
  'zip-method',
  'zip-damaged',
  /** No model is in it, but another archive. */
  'zip-nested',
] as const;
export type ModelReason = (typeof MODEL_REASONS)[number];
/** Why a model is more than can be shown. `stopped-viewer`: the 3D view gave up over it. */
export const COMPLEXITY_REASONS = [
  'triangles',
  'elements',
  'depth',
  'description',
  'archive',
  'archive-files',
  'time',
  'memory',
  'stopped-viewer',
] as const;
export type ComplexityReason = (typeof COMPLEXITY_REASONS)[number];
/** Why a project file is not taken. `changed`: its bytes are not those that it says it has. `newer`: of a later version.
 * `repacked`: with a password, or otherwise than is read. */
export const PROJECT_FILE_REASONS = [
  'other',
  'newer',
  'damaged',
  'repacked',
  'incomplete',
  'changed',
  'too-large',
] as const;
export type ProjectFileReason = (typeof PROJECT_FILE_REASONS)[number];
/** Why a whole ZIP is not taken. `nothing-taken`: none of its entries could be, each for its own reason. */
export const ARCHIVE_REASONS = [
  'not-a-zip',
  'too-many-entries',
  'unpacks-too-large',
  'no-pictures',
  'nothing-taken',
] as const;
export type ArchiveReason = (typeof ARCHIVE_REASONS)[number];
/** Why one entry of a ZIP is not taken, besides what is wrong with it as a picture. */
export const ARCHIVE_ENTRY_REASONS = [
  'path',
  'link',
  'archive',
  'encrypted',
  'ratio',
  'size',
  'damaged',
  // Of a material of which it does not become a part.
  'map',
] as const;
export type ArchiveEntryReason = (typeof ARCHIVE_ENTRY_REASONS)[number];
/** What became of an entry that was not taken: its path, a sentence in English, and a failure's code. */
export interface ArchiveError {
  readonly file: string;
  readonly error: string;
  readonly code: string;
  /** Of an entry that was refused for what it is in the archive. */
  readonly reason?: ArchiveEntryReason | undefined;
}
