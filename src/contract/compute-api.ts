import type {
  DrawnPage,
  EncodedMask,
  ExportedPicture,
  ExportPatch,
  LabelPicture,
  MapReading,
  NamedFile,
  OpenedProjectFile,
  PackedModel,
  PreparedEnvironment,
  ProofedPicture,
  ZipEntry,
} from './compute-values.ts';
import type { PictureFormat, PictureWish } from './files/channel-presets.ts';
import type { PictureSpace, PictureTags } from './files/picture-colour.ts';
import type { RecipePicture } from './files/recipe-picture.ts';
import type { ContentHash } from './ids.ts';
import type { AxisDetection, ModelInspection } from './model-report.ts';
import type { Environment } from './scene/environment.ts';
import type { Gradient } from './scene/gradient.ts';
import type { StagePicture } from './stage.ts';

/**
 * Off the page: bytes in, values out. One call at a time per worker; aborting ends the worker.
 * Each method is one module of `workers/compute`, fetched when it is first asked for, and has workers of its own.
 */
export interface ComputeApi {
  /**
   * Makes one self-contained GLB of a GLB, glTF or OBJ file and its companions, or of a ZIP of them. Equal files give
   * equal bytes; a GLB that needs no other file is passed through. Files that the model names and that were not given
   * stay named in the GLB, so that `inspectModel` lists them. Nothing outside `files` is read.
   *
   * @param files Everything the person gave, in any order. Blobs travel by reference.
   * @throws AppError `file-format-unsupported` without a model among them, `file-empty`, `file-too-large`,
   *   `model-incomplete` without a file it cannot be shown without, `model-unreadable`, `model-too-complex`.
   */
  packModel(files: readonly NamedFile[]): Promise<PackedModel>;

  /**
   * Checks a GLB and reports what the stage, the lists and a render need to know about it.
   *
   * @param file The whole file. A Blob travels by reference.
   * @throws AppError `file-empty`, `model-unreadable`, `model-too-complex`.
   */
  inspectModel(file: Blob): Promise<ModelInspection>;

  /**
   * Guesses which way was up when a GLB was made, and says from what.
   *
   * @param file The whole file. A Blob travels by reference.
   * @throws AppError as `inspectModel` does, in fewer words.
   */
  detectUpAxis(file: Blob): Promise<AxisDetection>;

  /**
   * Paints a gradient that stands behind the product, as a picture without loss: the same gradient and size give the
   * same bytes.
   */
  drawGradient(gradient: Gradient, widthPx: number, heightPx: number): Promise<Blob>;

  /**
   * Makes one canonical file of a picture of surroundings: Radiance or OpenEXR, once around and twice as wide as high. At
   * most 2,048 x 1,024 pixels, averaged so that as much light comes from everywhere; equal files give equal bytes. Of a GLB it is
   * the surroundings that the file brings (EXT_lights_image_based).
   *
   * @param frame Of a GLB: file frame to stage frame, column-major; the panorama stands as the product does.
   * @throws AppError `environment-refused`.
   */
  prepareEnvironment(file: Blob, frame?: readonly number[]): Promise<PreparedEnvironment>;

  /**
   * The bytes of a picture that {@link ComputeApi.prepareEnvironment} made.
   *
   * @throws AppError `image-unreadable`.
   */
  readEnvironment(file: Blob): Promise<StagePicture>;

  /** A small picture of surroundings that need no file: presets and skies, as bright as they are. */
  drawEnvironmentThumbnail(environment: Environment): Promise<Blob>;

  /** SHA-256 of a file, streamed: works where `crypto.subtle` is missing (L21). */
  hashFile(file: Blob): Promise<ContentHash>;

  /**
   * Turns an ID pass into one binary mask per group and encodes them without loss (L1).
   *
   * @param idPixels RGBA, 8 bits, row 0 at the top; red + 256 * green is material slot + 1, 0 is background.
   *   Transferred: empty for the caller afterwards.
   * @param groups Slots that count as white in each mask.
   * @returns One lossless WebP (PNG where the codec fails) per group with its share of white pixels, 0 to 1.
   * @throws AppError `no-matching-materials` for no groups, and when none of them is seen (S2 5).
   */
  encodeMasks(
    idPixels: ArrayBuffer,
    widthPx: number,
    heightPx: number,
    groups: readonly (readonly number[])[],
  ): Promise<EncodedMask[]>;

  /**
   * RGBA (transferred) to WebP at the given quality, 0 to 1; 1 is lossless. PNG where neither the codec nor the browser
   * makes WebP: the type says so.
   */
  encodeWebp(pixels: ArrayBuffer, widthPx: number, heightPx: number, quality: number): Promise<Blob>;

  /**
   * WebP of a picture that a person adds to a library (S1 5): upright, sRGB, with its alpha, 4096 px at most. The one
   * computation with several workers: up to four pictures at a time, the others wait for their turn.
   *
   * @param file JPEG, PNG or WebP; a WebP comes back as it is. A Blob travels by reference.
   * @param reading For a map: its values stay what they are, whatever colours its file claims, and are opaque. Absent
   *   for a picture to look at.
   * @throws AppError `image-unreadable`, `image-too-large`.
   */
  encodeUpload(file: Blob, reading?: MapReading): Promise<Blob>;

  /**
   * A picture that a label can be made of: `LABEL_PICTURE_MAX_PX` at most, without loss where that is small enough, and
   * with colours where nothing is seen, so that its edges have no dark seam when it is drawn small.
   *
   * @param source JPEG, PNG or WebP; or pixels (transferred), as the page made them of a drawing.
   * @throws AppError `image-unreadable`, `image-too-large`.
   */
  makeLabelPicture(source: Blob | ImageBitmap, name: string): Promise<LabelPicture>;

  /**
   * Draws the first page of a PDF as fine as a label can be. Nothing of it runs, and nothing is fetched for it. How long that
   * takes is up to the file: whoever calls it gives it up.
   *
   * @returns Null for what is no PDF, is locked, has no size, or is larger than `LABEL_PDF_MAX`.
   */
  drawPdf(file: Blob): Promise<DrawnPage | null>;

  /**
   * The colour of a picture as one: sRGB means of what is seen of it, made small first (S2 9, G20).
   *
   * @param source A picture; with `materialIndex` a GLB, of which the base colour texture of that material is meant, times
   *   its factor, or that alone where it has no such texture.
   * @returns `#rrggbb`; `#808080` for a picture of which nothing is seen, `#cccccc` for one that cannot be read.
   */
  averageColour(source: Blob, materialIndex?: number): Promise<string>;

  /**
   * A small copy of a picture for a row of a list, twice `TEXTURE_PREVIEW_PX` at its longer side.
   *
   * @param source As of `averageColour`.
   * @returns Null where there is no picture that can be read.
   */
  drawThumbnail(source: Blob, materialIndex?: number): Promise<Blob | null>;

  /**
   * The GLB as it stands on the stage, for other programs: transform tool and up axis applied at the file's own scale
   * (D10), hidden nodes flagged (D23), colours and finishes changed, ids in the extras of the materials. Library
   * textures become plain textures with coordinates of their own; their relief stays behind.
   *
   * @param glb The whole self-contained file. A Blob travels by reference.
   * @returns Type `model/gltf-binary`.
   * @throws AppError `export-failed`.
   */
  exportGlb(glb: Blob, patch: ExportPatch): Promise<Blob>;

  /**
   * A PNG with its recipe in it, as a text chunk: the picture keeps every byte.
   *
   * @throws AppError `image-unreadable` for what is no PNG.
   */
  writeRecipe(png: Blob, picture: RecipePicture): Promise<Blob>;

  /**
   * The recipe in a PNG, checked: the file may come from anywhere.
   *
   * @param name The file's, for the sentence that refuses it.
   * @throws AppError `recipe-unreadable`.
   */
  readRecipe(file: Blob, name: string): Promise<RecipePicture>;

  /**
   * A mask as files for other programs hold it: white where its brightness is above MASK_THRESHOLD, black elsewhere,
   * nothing in between (S3 9).
   *
   * @returns PNG, opaque.
   * @throws AppError `image-unreadable`.
   */
  binariseMask(mask: Blob): Promise<Blob>;

  /**
   * A finished picture in the size, shape and format of a channel.
   *
   * @param alpha Grey picture of how much of each pixel the product covers, of any size; null where there is none.
   * @param space Of the picture's numbers: that of the wish, or sRGB, which it may have to be converted from.
   * @throws AppError `image-unreadable`; `silhouette-missing` where the wish needs one.
   */
  exportPicture(
    picture: Blob,
    alpha: Blob | null,
    wish: PictureWish,
    space: PictureSpace,
  ): Promise<ExportedPicture>;

  /**
   * A finished picture as offset printing on coated paper shows it (FOGRA39, ISO 12647-2), relative to the paper. What cannot
   * be printed is the nearest colour that can.
   *
   * @param picture In sRGB.
   * @throws AppError `image-unreadable`.
   */
  proofPicture(picture: Blob): Promise<ProofedPicture>;

  /** Writes colour profile and resolution into an encoded picture. Its pixels stay as they are, in 8 and in 16 bits. */
  tagPicture(image: Blob, format: PictureFormat, tags: PictureTags): Promise<Blob>;

  /**
   * Packs files into one ZIP, in their order. Only text is made smaller: pictures are already.
   *
   * @param target Written to as it is made, piece by piece; null collects it.
   * @param progress Told the share that is done, 0 to 1. Transferred: gone for the caller afterwards.
   * @returns Null with a target.
   * @throws AppError `device-storage-full`.
   */
  writeZip(
    entries: readonly ZipEntry[],
    target: FileSystemFileHandle | null,
    progress: MessagePort,
  ): Promise<Blob | null>;

  /**
   * Unpacks a project file: every file that its manifest names is there, with the bytes that it says. What else lies in
   * the ZIP is passed over.
   *
   * @param progress Told the share that is done, 0 to 1. Transferred: gone for the caller afterwards.
   * @throws AppError `project-file-refused`.
   */
  openProjectFile(file: Blob, progress: MessagePort): Promise<OpenedProjectFile>;
}
