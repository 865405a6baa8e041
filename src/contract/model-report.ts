import type { ContentHash } from './ids.ts';
import type { MaterialFinish } from './scene/material-dressing.ts';
import type { UpAxis } from './scene/up-axis.ts';

/** One material of a model file, as the lists show it before anybody dresses it. */
export interface FileMaterial {
  /** glTF material index; -1 is the default material of primitives that name none. */
  readonly index: number;
  /** As in the file: may be empty, repeated, or hostile markup. */
  readonly name: string;
  /** sRGB `#rrggbb` of the base colour factor. */
  readonly colour: string;
  /** sRGB `#rrggbb` of the mean of its vertex colours, which multiply it; absent without any. */
  readonly vertexTint?: string;
  readonly metalness: number;
  readonly roughness: number;
  readonly hasTexture: boolean;
  /** What is behind it shows through, bent or in its colour (KHR_materials_transmission). Absent as `finish` may be. */
  readonly isGlass?: true;
  /** Nodes drawn with it. */
  readonly usageCount: number;
  /** Absent in reports of models that were opened before it was looked for. */
  readonly finish?: FileFinish;
}

/** What a material of the file has besides colour, metalness and roughness. */
export interface FileFinish extends MaterialFinish {
  /** Without one there is no relief to scale. */
  readonly hasNormalMap: boolean;
  /** Without one there is no occlusion to weaken. */
  readonly hasOcclusionMap: boolean;
}

/** One node of the file that draws something or has descendants that do. */
export interface FileNode {
  readonly index: number;
  readonly name: string;
  readonly parent: number | null;
  readonly hasMesh: boolean;
  /** Its own flags say hidden: `visible` in its extras, or KHR_node_visibility (D23). Absent when they do not. */
  readonly isHidden?: true;
  /** Indices of the materials of its own mesh, in primitive order. */
  readonly materials: readonly number[];
}

/** What one of the four cues of the detection says about the file's up axis (S2 4). */
export interface AxisCue {
  readonly cue: 'metadata' | 'normals' | 'boundingBox' | 'vertices';
  /**
   * `said`: the file names its axis; `format`: glTF has Y up; `facing`: most of the surface that is not mirrored faces
   * along it; `ground`: it stands on zero there; `offCentre`: only there is its middle off the origin; `lean`: one half
   * along it has more vertices. Null when the cue says nothing.
   */
  readonly reason: 'said' | 'format' | 'facing' | 'ground' | 'offCentre' | 'lean' | null;
  readonly system: UpAxis | null;
  /** 0 to 1; times DETECTION_WEIGHTS it is what the cue adds to the confidence. */
  readonly sureness: number;
}

/** Which way was up in the file, and how sure the detection is (S2 4). */
export interface AxisDetection {
  readonly system: UpAxis;
  /** 0 to 1. A conversion is applied only above DETECTION_MIN_CONFIDENCE. */
  readonly confidence: number;
  /** All four. */
  readonly evidence: readonly AxisCue[];
  /** An OBJ of doubtful axes that lies along Z like a vehicle: it gets a quarter turn about Y (D9). */
  readonly isLengthwise: boolean;
}

/** Nothing was found out: the file stands as it was made. */
export const UNDETECTED: AxisDetection = {
  system: 'Y_UP',
  confidence: 0,
  evidence: [],
  isLengthwise: false,
};

/** What a picture does for the materials that use it. */
export type ImageRole = 'colour' | 'relief' | 'finish' | 'shade' | 'glow' | 'other';

/** A file that the model names and that was not given. */
export interface MissingFile {
  /** As the model names it, 200 characters at most. */
  readonly uri: string;
  readonly use: 'buffer' | 'image' | 'material-library';
  /** Null for what is no picture. */
  readonly role: ImageRole | null;
  /** Names of the materials that look plain without it; those without a name are left out. */
  readonly materials: readonly string[];
}

/** A picture of the model file that cannot be read, or is of a kind that is not drawn. */
export interface UnreadableImage {
  /** As the file calls it; empty when it gives none. */
  readonly name: string;
  /** Names of the materials that look plain without it; those without a name are left out. */
  readonly materials: readonly string[];
}

/** The feature that is named of a model with more triangles than are traced. */
export const TOO_MANY_TRIANGLES = 'more than five million triangles';

export type ModelWarning =
  | ({ readonly kind: 'missing-file' } & MissingFile)
  /** `materials` is absent in reports of models that were opened before it was looked for. */
  | { readonly kind: 'unreadable-image'; readonly name: string; readonly materials?: readonly string[] }
  /** A JPEG in CMYK (or YCCK), which JFIF does not have: pictures by Studio leave it out. The name may be empty. */
  | { readonly kind: 'cmyk-image'; readonly name: string; readonly materials: readonly string[] }
  /** A light's profile (EXT_lights_ies): it shines all round alike. The name may be empty. */
  | { readonly kind: 'unreadable-profile'; readonly name: string }
  /** A rotation of no length; the part is shown without it. */
  | { readonly kind: 'mended-rotation'; readonly name: string; readonly nodeIndex: number }
  | { readonly kind: 'refused-uri'; readonly uri: string }
  /** Polygons of an OBJ whose corners are not in the file, or are no numbers; they are left out. */
  | { readonly kind: 'broken-faces'; readonly count: number }
  /** A picture that would move the surface itself; the model is shown without it. */
  | { readonly kind: 'ignored-displacement'; readonly uri: string }
  /** A name in English of what Studio draws not; {@link TOO_MANY_TRIANGLES} is one. */
  | { readonly kind: 'not-traceable'; readonly feature: string }
  /** An editor's helper shape (D7): hide `nodeIndex` and its descendants, and offer to undo it. */
  | { readonly kind: 'stripped-node'; readonly name: string; readonly nodeIndex: number };

/** A colourway of the file (KHR_materials_variants): what it draws with other materials than the file by itself. */
export interface FileVariant {
  readonly name: string;
  /** All that something is drawn with in it, as {@link ModelInspection.materials}. */
  readonly materials: readonly FileMaterial[];
  /** Nodes whose materials are others in it. */
  readonly nodes: readonly Pick<FileNode, 'index' | 'materials'>[];
}

/** A picture inside a model file. */
export interface FileTexture {
  /** As in the file, 100 characters at most; may be empty. */
  readonly name: string;
  readonly role: ImageRole | null;
  /** Names of materials that use it, three at most. */
  readonly materials: readonly string[];
  /** Null where its header cannot be read, or the picture is not there. */
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly sizeBytes: number | null;
}

/** What a model file holds besides shapes and materials, shown or not. */
export interface ModelContents {
  /** glTF is in metres; an OBJ does not say, and counts as metres. */
  readonly unit: 'metre' | 'unknown';
  readonly textures: readonly FileTexture[];
  /** What one node draws with one material is a part. */
  readonly partCount: number;
  readonly partsWithoutUv: number;
  /** Lights in the scene, by kind. Those of `other` shine nowhere, the rest where a project has them on (`FileLights`). */
  readonly lights: Readonly<Record<'directional' | 'point' | 'spot' | 'other', number>> & {
    /** Lamps with a measured profile. Absent where the model was read when those counted as `other`. */
    readonly profile?: number;
  };
  /** Whether it brings surroundings (EXT_lights_image_based) that can be taken as an environment. Absent where it was not looked for. */
  readonly hasSurroundings?: boolean;
  /** Names as in the file, which may be empty. A pose is a moment of one. */
  readonly animations: readonly string[];
  readonly cameraCount: number;
  /** Meshes that bones move. */
  readonly skinCount: number;
  /** Parts with morph targets. */
  readonly morphCount: number;
  /** Parts that are points, and lines: on the stage only. */
  readonly pointCount: number;
  readonly lineCount: number;
  /** Scenes besides the one that is shown. */
  readonly otherSceneCount: number;
  /** Extensions that nothing here reads. */
  readonly unreadExtensions: readonly string[];
}

/** What `inspectModel` finds in a model file. */
export interface ModelInspection {
  readonly hash: ContentHash;
  readonly sizeBytes: number;
  readonly triangleCount: number;
  /** Axis-aligned bounds in the file's frame and unit, world transforms applied. */
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
  readonly materials: readonly FileMaterial[];
  readonly nodes: readonly FileNode[];
  /** Absent: the file has none, or was read before they were known. */
  readonly variants?: readonly FileVariant[];
  readonly warnings: readonly ModelWarning[];
  /** Absent in reports of models that were opened before it was looked for. */
  readonly contents?: ModelContents;
}

/** What the rest of the product needs to know about a model file. */
export interface ModelReport extends ModelInspection {
  readonly detection: AxisDetection;
  /** File frame to stage frame, column-major: conversion when sure, scale to 10, centring on the origin. */
  readonly normalisation: readonly number[];
}
