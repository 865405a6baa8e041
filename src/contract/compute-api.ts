import type { ContentHash } from './ids.ts';

/** One material of a model file, as the lists show it before anybody dresses it. */
export interface FileMaterial {
  /** glTF material index; -1 is the default material of primitives that name none. */
  readonly index: number;
  /** As in the file: may be empty, repeated, or hostile markup. */
  readonly name: string;
  /** sRGB `#rrggbb` of the base colour factor. */
  readonly colour: string;
  readonly metalness: number;
  readonly roughness: number;
  readonly hasTexture: boolean;
  /** Nodes drawn with it. */
  readonly usageCount: number;
}

/** One node of the file that draws something or has descendants that do. */
export interface FileNode {
  readonly index: number;
  readonly name: string;
  readonly parent: number | null;
  readonly hasMesh: boolean;
  /** Indices of the materials of its own mesh, in primitive order. */
  readonly materials: readonly number[];
}

/** Which way was up in the file, and how sure the detection is (S2 4). */
export interface AxisDetection {
  readonly system: 'Y_UP' | 'Z_UP' | 'X_UP' | 'Y_DOWN' | 'Z_DOWN' | 'X_DOWN';
  /** 0 to 1. A conversion is applied only above DETECTION_MIN_CONFIDENCE. */
  readonly confidence: number;
}

export type ModelWarning =
  | { readonly kind: 'missing-file'; readonly uri: string }
  | { readonly kind: 'unreadable-image'; readonly name: string }
  | { readonly kind: 'refused-uri'; readonly uri: string }
  | { readonly kind: 'not-traceable'; readonly feature: string }
  /** An editor's helper shape (D7): hide `nodeIndex` and its descendants, and offer to undo it. */
  | { readonly kind: 'stripped-node'; readonly name: string; readonly nodeIndex: number };

/** What the rest of the product needs to know about a model file. */
export interface ModelReport {
  readonly hash: ContentHash;
  readonly sizeBytes: number;
  readonly triangleCount: number;
  /** Axis-aligned bounds in the file's frame and unit, world transforms applied. */
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
  readonly detection: AxisDetection;
  /** File frame to stage frame, column-major: conversion when sure, scale to 10, centring on the origin. */
  readonly normalisation: readonly number[];
  readonly materials: readonly FileMaterial[];
  readonly nodes: readonly FileNode[];
  readonly warnings: readonly ModelWarning[];
}

/**
 * Off the page: bytes in, values out. One call at a time per worker; aborting ends the worker.
 * Each method is its own bundle (`workers/compute/<verb-noun>.ts`), opened by `workers/open.ts`.
 */
export interface ComputeApi {
  /**
   * Checks a GLB and reports what the stage, the lists and a render need to know about it.
   *
   * @param file The whole file. A Blob travels by reference.
   * @throws AppError `file-empty`, `model-unreadable`, `model-too-complex`.
   */
  inspectModel(file: Blob): Promise<ModelReport>;

  /** SHA-256 of a file, streamed: works where `crypto.subtle` is missing (L21). */
  hashFile(file: Blob): Promise<ContentHash>;

  /**
   * Turns an ID pass into one binary mask per group and encodes them without loss (L1).
   *
   * @param idPixels RGBA, 8 bits, row 0 at the top; red + 256 * green is material slot + 1, 0 is background.
   *   Transferred: empty for the caller afterwards.
   * @param groups Slots that count as white in each mask.
   * @returns One lossless WebP (PNG where the codec fails) per group with its share of white pixels, 0 to 1.
   */
  encodeMasks(
    idPixels: ArrayBuffer,
    widthPx: number,
    heightPx: number,
    groups: readonly (readonly number[])[],
  ): Promise<EncodedMask[]>;

  /** RGBA (transferred) to WebP at the given quality, 0 to 1; 1 is lossless. */
  encodeWebp(pixels: ArrayBuffer, widthPx: number, heightPx: number, quality: number): Promise<Blob>;
}

export interface EncodedMask {
  readonly image: Blob;
  readonly coverage: number;
}
