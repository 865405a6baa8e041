import type { MapReading } from '../../contract/compute-values.ts';
import type { Fidelity } from '../../contract/http/renders.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { CameraPose, RenderSpec } from '../../contract/render-spec.ts';
import type { Canvas, PreparedOrder } from '../renders/engines/comfyui/graph/parts.ts';
import type { PlateParts, SettledSurroundings } from '../renders/engines/hero/plate-parts.ts';
import type { FileKind } from '../storage/store-file.ts';
import type { WorkProcesses } from '../work/work-processes.ts';

/** What an image file turned out to be. */
export interface ImageInfo {
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A picture as a library keeps it. */
export interface Picture {
  /** WebP, upright, without what a camera wrote into the file. */
  readonly image: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** WebP, a square. */
  readonly thumbnail: Uint8Array;
  readonly averageColour: string;
}

/** A picture that is ready to be stored. */
export interface PreparedFile {
  readonly bytes: Uint8Array;
  readonly kind: FileKind;
}

/** RGBA, 8 bits, row 0 at the top. */
export interface Pixels {
  readonly rgba: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** What a ball is drawn of: encoded pictures. */
export interface BallMaps {
  readonly colour: Uint8Array;
  readonly normal: Uint8Array | null;
  readonly roughness: Uint8Array | null;
}

/** Files of a recipe, by their hashes. */
export type RecipeFiles = ReadonlyMap<ContentHash, Uint8Array>;

/**
 * How soon pictures are worked on:
 *
 * - `finished`: a render that is made and paid is kept first.
 * - `order`: pictures of an order that somebody places, or that is to be drawn; small ones, and many.
 * - `upload`: a picture of any size that somebody waits for. Never holds every process.
 * - `background`: what nobody waits for.
 */
export type PictureLane = 'finished' | 'order' | 'upload' | 'background';

/** Where picture work is asked for. Callers are accounts, or parts of the server by their names. */
export type PictureWorkers = Pick<WorkProcesses<Pictures, PictureLane>, 'workFor'>;

/**
 * Everything that decodes or encodes pictures, each a whole piece of work: bytes in, values out. The server does it in
 * processes of its own, so that no picture hangs it, fills its memory, or comes near its secrets. All of it may throw
 * AppError `picture-work-failed` there. `name` is for the failures only.
 */
export interface Pictures {
  /**
   * Decodes a whole picture to be sure that it can be shown.
   *
   * @throws AppError `file-format-unsupported`, `image-too-large`, `image-unreadable`.
   */
  inspectImage(bytes: Uint8Array, name: string): Promise<ImageInfo>;
  /**
   * Decodes a picture that a person uploaded and writes it anew, at most 4096 px long. One that is as a library keeps
   * it already keeps its bytes, by which recipes name it.
   *
   * @throws AppError `file-format-unsupported`, `image-too-large`, `image-unreadable`.
   */
  preparePicture(bytes: Uint8Array, name: string): Promise<Picture>;
  /**
   * Decodes a map of a material and writes it anew, at most 4096 px long; one that is as a library keeps it already keeps
   * its bytes. Its values stay what they are, whatever colours its file claims.
   *
   * @param reading What of it is the map; all of it as it is by default.
   * @throws AppError `image-too-large`, `image-unreadable`.
   */
  prepareMap(bytes: Uint8Array, name: string, reading?: MapReading): Promise<PreparedFile>;
  /**
   * The mean of a map of a material, 0 to 1 in hundredths.
   *
   * @throws AppError `image-too-large`, `image-unreadable`.
   */
  averageMap(bytes: Uint8Array, name: string, reading: MapReading): Promise<number>;
  /**
   * A ball of a material in studio light, as WebP: what its maps make of its colour.
   *
   * @param maps Files that {@link preparePicture} and {@link prepareMap} made.
   */
  drawBall(maps: BallMaps, metalness: number): Promise<Uint8Array>;
  /**
   * Checks a picture that a person lays on a part. Its bytes stay as the device knows them, by their hash, unless they
   * carry what a camera or a program wrote beside the pixels, or are of four inks (CMYK): then the picture is written anew.
   *
   * @throws AppError `file-format-unsupported`, `image-too-large`, `image-unreadable`.
   */
  prepareTexture(bytes: Uint8Array, name: string): Promise<PreparedFile>;
  /**
   * Makes a square WebP of a picture that a person uploaded: upright, its middle, without what a camera wrote into it.
   *
   * @throws AppError `file-format-unsupported`, `image-too-large`, `image-unreadable`.
   */
  prepareAvatar(bytes: Uint8Array, name: string): Promise<PreparedFile>;
  /**
   * Decodes a screenshot that came with feedback and writes it anew: what else was in the file is not kept.
   *
   * @throws AppError `file-format-unsupported` for anything but a JPEG, `image-too-large`, `image-unreadable`.
   */
  prepareScreenshot(bytes: Uint8Array, name: string): Promise<PreparedFile>;
  /**
   * Turns a mask a browser sent into a lossless PNG of exactly 0 and 255: white where the luminance is above 160 and
   * the pixel is not transparent.
   *
   * @throws AppError `image-unreadable`; `invalid-request` naming `field` when the size is another one.
   */
  encodeMask(bytes: Uint8Array, widthPx: number, heightPx: number, field: string): Promise<Uint8Array>;
  /**
   * A small WebP of a picture, never larger than the original.
   *
   * @param sizePx Longest side; with `isSquare` both sides, cut to the middle.
   * @returns It, and what the picture is.
   * @throws AppError `file-format-unsupported`, `image-too-large`, `image-unreadable`.
   */
  shrinkImage(
    bytes: Uint8Array,
    name: string,
    sizePx: number,
    isSquare: boolean,
  ): Promise<ImageInfo & { readonly thumbnail: Uint8Array }>;
  /** A finished render: lossless PNG without alpha, so that a download is what the engine made, and a small WebP. */
  encodeRender(
    pixels: Pixels,
    thumbnailPx: number,
  ): Promise<{ readonly png: Uint8Array; readonly thumbnail: Uint8Array }>;
  /** A WebP of pixels we made ourselves, as small as {@link shrinkImage} makes one. */
  encodeSmall(pixels: Pixels, sizePx: number): Promise<Uint8Array>;
  /** What a running order looks like by now: WebP, quickly. */
  encodePreview(pixels: Pixels): Promise<Uint8Array>;
  /** A preview that an AI server sent, at most 512 px long. @throws Error when it cannot be read. */
  decodePreview(bytes: Uint8Array): Promise<Pixels>;
  /**
   * Makes the pictures that graphs of an AI order load, once for every server and attempt: equal orders give equal bytes.
   *
   * @param files As `listRecipePictures` names them.
   * @param graphPixels That a graph works on.
   * @param canvas Of the family that draws.
   * @param plate Of an order that keeps the product; else null.
   * @throws AppError `image-unreadable`.
   */
  prepareOrder(
    recipe: RenderSpec,
    files: RecipeFiles,
    graphPixels: number,
    canvas: Canvas,
    plate: PlateParts | null,
  ): Promise<PreparedOrder>;
  /**
   * Makes surroundings of what an AI server painted around a product, see `hero/settle-surroundings.ts`.
   *
   * @param bytes PNG, JPEG or WebP. @param plate What it was made from. @param size Of the finished picture.
   * @param camera Where the light is to be found that it was painted in; else null.
   * @throws AppError `file-format-unsupported`, `image-too-large`, `image-unreadable`.
   */
  settleSurroundings(
    bytes: Uint8Array,
    plate: PlateParts,
    size: { readonly widthPx: number; readonly heightPx: number },
    camera: CameraPose | null,
  ): Promise<SettledSurroundings>;
  /**
   * Makes the picture a person gets out of the file that an AI server made.
   *
   * @param bytes PNG, JPEG or WebP.
   * @param files The snapshot and the masks of what is protected, where something is.
   * @throws AppError `file-format-unsupported`, `image-too-large`, `image-unreadable`.
   */
  composeResult(bytes: Uint8Array, recipe: RenderSpec, files: RecipeFiles): Promise<Pixels>;
  /**
   * Measures how true a finished picture is to the scene that it was ordered of.
   *
   * @param files Snapshot, alpha pass and masks.
   * @returns Null when nothing could be measured.
   * @throws AppError `image-unreadable`.
   */
  measureFidelity(recipe: RenderSpec, finished: Pixels, files: RecipeFiles): Promise<Fidelity | null>;
}
