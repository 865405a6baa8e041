/** What the compute workers are given and what they answer (`compute-api.ts`). */

import type { ProjectFile } from './files/project-file.ts';
import type { ContentHash, LibraryItemId } from './ids.ts';
import type { SceneSpec } from './render-spec.ts';
import type { StageDressing, StageLabel } from './stage.ts';

/** What the stage made of a model, to be written into its file. */
export interface ExportPatch
  extends Pick<SceneSpec, 'normalisation' | 'modelTransform' | 'hiddenNodes' | 'variant'> {
  readonly dressings: readonly StageDressing[];
  /** Laid over the parts as thin meshes. Those without a picture are left out. */
  readonly labels?: readonly StageLabel[];
  /** Ids for the extras of the materials, by glTF index or an instance's own number. */
  readonly materials: readonly {
    readonly index: number;
    readonly originalId: string;
    readonly libraryId: LibraryItemId | null;
  }[];
}

/** A file as a person gave it. */
export interface NamedFile {
  /** Relative to what was dropped, with forward slashes. */
  readonly path: string;
  readonly file: Blob;
}

/** One self-contained GLB made of a model and its companions (L19). */
export interface PackedModel {
  readonly glb: Blob;
  /** Name of the file that was taken as the model, without its folders. */
  readonly name: string;
  /** The model and the companions that went into the GLB; the model first. */
  readonly used: readonly NamedFile[];
  /** Addresses that several of the given files would answer: none of them was taken. */
  readonly ambiguous: readonly string[];
  /** Paths of other models among the files. */
  readonly passedOver: readonly string[];
}

/**
 * What of a picture becomes a map: all of it; it with its green turned round, as a DirectX normal map becomes an OpenGL
 * one; one channel of it, grey; or it with dark and light exchanged, as gloss becomes roughness.
 */
export type MapReading = 'asIs' | 'greenFlipped' | 'green' | 'blue' | 'inverted';

export interface PreparedEnvironment {
  /** PNG whose bytes are light, see `tracer/environment/rgbe.ts`. */
  readonly picture: Blob;
  /** What of it is seen around the horizon. */
  readonly thumbnail: Blob;
}

export interface LabelPicture {
  /** Type `image/webp`; `image/png` where the browser makes none. */
  readonly image: Blob;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The first page of a PDF, with what it leaves empty see-through. */
export interface DrawnPage {
  /** `LABEL_PICTURE_MAX_PX` on its longer side. */
  readonly bitmap: ImageBitmap;
  /** As it is printed and cut: of its TrimBox, else of what is shown of it. */
  readonly widthMetres: number;
  readonly pageCount: number;
  /** Where it is cut could not be read: it is all that is shown of the page, with the margins that it may have. */
  readonly isUncut: boolean;
  /** Something of it could not be drawn, or stands in another typeface than its own. */
  readonly isPartial: boolean;
}

export interface OpenedProjectFile {
  readonly manifest: ProjectFile;
  readonly files: readonly { readonly hash: ContentHash; readonly content: Blob }[];
}

/** A file in a ZIP. Names are relative, with forward slashes. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Blob | string;
}

export interface ExportedPicture {
  readonly image: Blob;
  readonly widthPx: number;
  readonly heightPx: number;
  /** How many times larger its pixels are than they were made; 1 for as large or smaller. */
  readonly enlargedBy: number;
  /** The product reaches the edge of the picture it was taken from. False where its place is not known. */
  readonly isCutOff: boolean;
}

export interface ProofedPicture {
  /** PNG, as large as the picture. */
  readonly proof: Blob;
  /** The same, and in plain magenta whatever cannot be printed. */
  readonly marked: Blob;
  /** Share of the picture that cannot be printed, 0 to 1. */
  readonly outside: number;
}

export interface EncodedMask {
  readonly image: Blob;
  readonly coverage: number;
}
