import type { Cyclorama } from '../contract/scene/floor.ts';
import type { LabelFinish, LabelFrame } from '../contract/scene/label.ts';
import type { GoboPattern } from '../contract/scene/light-rig.ts';
import type { TextureFrame } from './gltf/find-texture-frame.ts';
import type { LightProfile } from './light/light-profile.ts';

/**
 * What the integrator draws: plain typed arrays in one frame, with no file format left in them. The frame is the *stage frame*: Y up, the
 * model centred on the origin, its largest dimension 10 units (S2, section 4). Colours are linear Rec. 709 unless a name says otherwise.
 */
export interface TracerScene {
  readonly geometry: SceneGeometry;
  readonly materials: readonly SceneMaterial[];
  readonly textures: readonly SceneTexture[];
  /** Where library textures lie; null is the stage frame itself. */
  readonly textureFrame: TextureFrame | null;
  /** Absent: none. Each over those before it. */
  readonly labels?: readonly SceneLabel[];
  readonly sky: Sky;
  /** Absent: none. */
  readonly lights?: readonly AreaLight[];
  /** Lights of the file; absent: none. */
  readonly punctualLights?: readonly PunctualLight[];
  readonly floor: Floor;
  readonly camera: SceneCamera;
}

/** One triangle soup with shared vertices. All arrays are owned by the scene and never written again. */
export interface SceneGeometry {
  /** xyz per vertex. */
  readonly positions: Float32Array;
  /** Unit shading normals, xyz per vertex. */
  readonly normals: Float32Array;
  /** xyzw per vertex, w is the bitangent sign; null when no material has a normal map. */
  readonly tangents: Float32Array | null;
  /** First and second texture coordinate sets, uv per vertex, glTF orientation (v down). Zero where absent. */
  readonly uv0: Float32Array;
  readonly uv1: Float32Array;
  /** Third and fourth set; absent where nothing has them. */
  readonly uv2?: Float32Array | undefined;
  readonly uv3?: Float32Array | undefined;
  /** Linear rgba per vertex; null when every vertex is white. */
  readonly colours: Float32Array | null;
  /** Three vertex numbers per triangle. */
  readonly indices: Uint32Array;
  /** Index into `materials`, one per triangle. */
  readonly materialOfTriangle: Uint16Array;
}

/** Texture samples, row 0 at the top as in the image file. RGBA, 8 bits, not premultiplied. */
export interface SceneTexture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8Array;
  /** True for what stands in for a picture that could not be read. */
  readonly isUnread?: true;
  /** True for base colour and emissive images: bytes are sRGB-encoded. */
  readonly isSrgb: boolean;
  readonly wrapS: TextureWrap;
  readonly wrapT: TextureWrap;
  /** False for glTF NEAREST magnification; bilinear otherwise. */
  readonly isSmooth: boolean;
}

export type TextureWrap = 'repeat' | 'mirror' | 'clamp';

/** Sets of texture coordinates that are drawn: as many as three.js has. */
export type UvSet = 0 | 1 | 2 | 3;

/** Where a texture is read: glTF textureInfo with KHR_texture_transform folded into `transform`. */
export interface TextureSlot {
  /** Index into `TracerScene.textures`. */
  readonly texture: number;
  readonly uvSet: UvSet;
  /** uv' = [a b; c d] uv + [e f], stored a, b, c, d, e, f. */
  readonly transform: readonly [number, number, number, number, number, number];
}

/** Projection of a library texture in the scene's texture frame. See `contract/scene/triplanar.ts` for the one formula. */
export interface TriplanarSlot {
  readonly texture: number;
  /** Width of one tile in units of the texture frame. */
  readonly tileSize: number;
  readonly rotationRadians: number;
  /** Height of the bump derived from the texture's luminance, in the same units; 0 is flat. */
  readonly bumpHeight: number;
  /** A normal map that lies as the texture does, in place of the bump; the material's `normalScale` multiplies it. */
  readonly normal: number | null;
  /** Its green multiplies the material's roughness. */
  readonly roughness: number | null;
}

/** glTF 2.0 metallic-roughness with the extensions the Studio engine draws. Factors are linear. */
export interface SceneMaterial {
  readonly baseColour: readonly [number, number, number];
  /** Alpha factor, 0 to 1. */
  readonly alpha: number;
  readonly alphaMode: 'opaque' | 'mask' | 'blend';
  readonly alphaCutoff: number;
  readonly isDoubleSided: boolean;
  /** KHR_materials_unlit: base colour is shown as it is. */
  readonly isUnlit: boolean;
  readonly metalness: number;
  readonly roughness: number;
  /** Times `emissiveStrength` it is the radiance. */
  readonly emissive: readonly [number, number, number];
  /** Somebody chose `emissive`: it holds also where a picture that says where the file glows cannot be read. */
  readonly isGlowChosen?: true;
  /** KHR_materials_emissive_strength. */
  readonly emissiveStrength: number;
  readonly normalScale: number;
  readonly occlusionStrength: number;
  /** KHR_materials_ior, 1.5 when absent; 0 reflects all light, as its compatibility note has it. */
  readonly ior: number;
  /** KHR_materials_specular. */
  readonly specular: number;
  readonly specularColour: readonly [number, number, number];
  readonly clearcoat: number;
  readonly clearcoatRoughness: number;
  readonly clearcoatNormalScale: number;
  readonly sheenColour: readonly [number, number, number];
  readonly sheenRoughness: number;
  /** KHR_materials_transmission, 0 to 1. */
  readonly transmission: number;
  /** KHR_materials_volume: 0 is thin-walled. Any positive value makes the mesh a closed solid that refracts. */
  readonly thickness: number;
  /** Stage units; Infinity when absent. */
  readonly attenuationDistance: number;
  readonly attenuationColour: readonly [number, number, number];
  /** KHR_materials_anisotropy: 0 is a round highlight; turned from the tangent towards the bitangent. */
  readonly anisotropy: number;
  readonly anisotropyRadians: number;
  /** KHR_materials_iridescence: share of a thin film, its index, and its thickness in nm by the map, the greatest without. */
  readonly iridescence: number;
  readonly iridescenceIor: number;
  readonly iridescenceThicknessNm: readonly [least: number, most: number];
  /** KHR_materials_dispersion: 20 divided by the Abbe number; 0 parts no colours. */
  readonly dispersion: number;
  /**
   * KHR_materials_diffuse_transmission: share of the diffuse light that comes out on the other side, 0 to 1, and its colour.
   * With a `thickness` the light is in the volume between the walls, and takes its colour.
   */
  readonly diffuseTransmission: number;
  readonly diffuseTransmissionColour: readonly [number, number, number];
  /**
   * Of the diffuse lobe alone, 0 to 1. The draft EXT_materials_diffuse_roughness, which Babylon.js reads as KHR_materials_diffuse_roughness as
   * well: factor times red of the texture, by the model that three.js has. What comes out on the other side stays Lambertian.
   */
  readonly diffuseRoughness: number;
  readonly baseColourMap: TextureSlot | null;
  readonly metalRoughMap: TextureSlot | null;
  readonly normalMap: TextureSlot | null;
  readonly occlusionMap: TextureSlot | null;
  readonly emissiveMap: TextureSlot | null;
  readonly transmissionMap: TextureSlot | null;
  readonly clearcoatMap: TextureSlot | null;
  readonly clearcoatRoughnessMap: TextureSlot | null;
  readonly clearcoatNormalMap: TextureSlot | null;
  readonly sheenColourMap: TextureSlot | null;
  readonly sheenRoughnessMap: TextureSlot | null;
  readonly specularMap: TextureSlot | null;
  readonly specularColourMap: TextureSlot | null;
  readonly anisotropyMap: TextureSlot | null;
  readonly iridescenceMap: TextureSlot | null;
  readonly iridescenceThicknessMap: TextureSlot | null;
  /** Its alpha is the share. */
  readonly diffuseTransmissionMap: TextureSlot | null;
  readonly diffuseTransmissionColourMap: TextureSlot | null;
  readonly diffuseRoughnessMap: TextureSlot | null;
  /** False where a dressing replaces the file's looks: then colours of the vertices count as white. */
  readonly hasVertexColours: boolean;
  /** A library texture that replaces the base colour; when set, `baseColourMap` and `normalMap` are null. */
  readonly triplanar: TriplanarSlot | null;
  /** Which of the scene's labels may lie on it: bit i is label i. Absent: none. */
  readonly labels?: number;
  /** Place of the material that this is a copy of, for what wears labels or is drawn as lines. Absent: none. */
  readonly copyOf?: number;
}

/** A picture on the product, in the texture frame: `contract/scene/label.ts`. */
export interface SceneLabel extends LabelFrame {
  readonly texture: number;
  readonly width: number;
  readonly height: number;
  readonly rotationRadians: number;
  readonly depth: number;
  /** 0: it is flat. */
  readonly radius: number;
  readonly finish: LabelFinish;
  readonly opacity: number;
  readonly hasUnderprint: boolean;
}

/** Equirectangular radiance, linear RGB between pixel centres: row 0 is straight up, u = 0.5 looks along -Z, u = 0.75 along +X. */
export interface Sky {
  readonly widthPx: number;
  readonly heightPx: number;
  /** rgb per pixel. */
  readonly radiance: Float32Array;
}

/**
 * A flat light in the stage frame. It shines from its front, where `right` times `up` points, and is nothing but light: the
 * camera does not see it, nothing is hidden behind it, and mirrors, glass and shadows know it at its place.
 */
export interface AreaLight {
  readonly centre: readonly [number, number, number];
  /** Half extents, from the middle to the right and upwards; at right angles. */
  readonly right: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  /** In the middle; see `light/area-light.ts` for how it falls towards the rim. */
  readonly radiance: readonly [number, number, number];
  /** A regular octagon in the square of the half extents; a rectangle otherwise. */
  readonly isOctagon: boolean;
  /** A pattern in front of it; absent for none. The kernel draws it (`kernel/assembly/area-lights.ts`). */
  readonly gobo?: {
    readonly pattern: GoboPattern;
    /** How far before the light its shadow is sharp. */
    readonly reach: number;
    /** Half of the pattern's width there. */
    readonly half: number;
  };
  /** Flags keep it from the cyclorama, as a photographer's do: it lights the product alone. Absent: none do. */
  readonly isFlagged?: boolean;
}

/**
 * A light without a size in the stage frame (KHR_lights_punctual, EXT_lights_ies). Nobody sees it, in mirrors neither; a floor that it is below
 * hides it.
 */
export interface PunctualLight {
  /** Endlessly far away: it shines in its direction, and is nowhere. */
  readonly isFar: boolean;
  readonly position: readonly [number, number, number];
  /** In which it shines; unit. */
  readonly direction: readonly [number, number, number];
  /** Of a surface that faces it, linear; where it is not far away, a stage unit from it. */
  readonly irradiance: readonly [number, number, number];
  /** Stage units; Infinity for none. */
  readonly range: number;
  /** Lets the square of cosine * scale + offset through, between 0 and 1; null shines all round. */
  readonly cone: { readonly scale: number; readonly offset: number } | null;
  /** Of a light that is somewhere, with a unit direction across its own; absent or null: it shines all round alike. */
  readonly profile?: {
    readonly table: LightProfile;
    readonly right: readonly [number, number, number];
  } | null;
}

/** The horizontal plane that catches the shadow, at `y`. It is drawn as a shadow ratio, never as a surface. */
export interface Floor {
  readonly y: number;
  /** Diffuse colour that bounces light back on the product. */
  readonly bounceColour: readonly [number, number, number];
  /** 0 to 1, strength of the faint glossy reflection. */
  readonly reflection: number;
  /** Of that reflection; absent: 0.2, a polished table that blurs within a hand's width. */
  readonly roughness?: number;
  /**
   * A cyclorama, which is part of the geometry and is drawn in the floor's place: what the floor is still there for is how bright
   * white is. Absent: none.
   */
  readonly cyclorama?: FloorCyclorama;
}

/** How a cyclorama stands, which is of the floor's colour: as `light/hang-lights.ts` has product and frame. */
export interface FloorCyclorama extends Pick<Cyclorama, 'distance' | 'radius'> {
  /** Index of what its triangles are made of. */
  readonly material: number;
  readonly place: { readonly middle: readonly [number, number, number]; readonly radius: number };
  readonly frame: {
    readonly rightX: number;
    readonly rightZ: number;
    readonly frontX: number;
    readonly frontZ: number;
  };
}

export interface SceneCamera {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  /** Of the square that the picture is a frame of, see `contract/camera/picture-frame.ts`. */
  readonly fovDegrees: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Sides of that square by which the picture lies to the right of, and above, the target. Absent: none. */
  readonly shift?: readonly [number, number] | undefined;
  /** Absent: a pinhole. */
  readonly lens?: ThinLens | undefined;
}

/** A round, thin lens square to where the camera looks. */
export interface ThinLens {
  /** Of the aperture, stage units. */
  readonly radius: number;
  /** How far before the camera the plane stands that is sharp, stage units. */
  readonly focusDistance: number;
}
