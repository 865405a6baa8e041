/** The parts of a glTF 2.0 document that the checks and the loader read. Everything may be absent in a file. */
export interface GltfJson {
  readonly asset: { readonly version: string; readonly minVersion?: string };
  readonly scene?: number;
  readonly scenes?: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GltfNode[];
  readonly meshes?: readonly GltfMesh[];
  /** Anything may stand there: `sample-animation.ts` reads what it understands. */
  readonly animations?: unknown;
  readonly skins?: readonly { readonly joints?: readonly number[]; readonly inverseBindMatrices?: number }[];
  readonly materials?: readonly GltfMaterial[];
  readonly textures?: readonly GltfTexture[];
  readonly images?: readonly GltfImage[];
  readonly samplers?: readonly unknown[];
  readonly accessors?: readonly GltfAccessor[];
  readonly bufferViews?: readonly GltfBufferView[];
  readonly buffers?: readonly {
    readonly byteLength?: number;
    readonly uri?: string;
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly extensionsUsed?: readonly string[];
  readonly extensionsRequired?: readonly string[];
}

export interface GltfNode {
  readonly name?: string;
  readonly children?: readonly number[];
  readonly mesh?: number;
  readonly skin?: number;
  readonly weights?: readonly number[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GltfMesh {
  readonly name?: string;
  readonly primitives?: readonly GltfPrimitive[];
  readonly weights?: readonly number[];
}

export interface GltfPrimitive {
  readonly attributes?: Readonly<Record<string, number>>;
  readonly indices?: number;
  readonly material?: number;
  /** 0 points to 6 triangle fan; 4, triangles, when absent. */
  readonly mode?: number;
  readonly targets?: readonly Readonly<Record<string, number>>[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GltfMaterial {
  readonly name?: string;
  readonly pbrMetallicRoughness?: unknown;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GltfTexture {
  readonly source?: number;
  readonly sampler?: number;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GltfImage {
  readonly bufferView?: number;
  readonly uri?: string;
  readonly mimeType?: string;
}

export interface GltfAccessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType?: number;
  readonly count?: number;
  readonly type?: string;
  readonly sparse?: {
    readonly count?: number;
    readonly indices?: {
      readonly bufferView?: number;
      readonly byteOffset?: number;
      readonly componentType?: number;
    };
    readonly values?: { readonly bufferView?: number; readonly byteOffset?: number };
  };
}

export interface GltfBufferView {
  readonly buffer?: number;
  readonly byteOffset?: number;
  readonly byteLength?: number;
  readonly byteStride?: number;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Rough diffuse surfaces: a draft of the Khronos Group has the first name; Babylon.js reads the second with the same properties. */
export const DIFFUSE_ROUGHNESS = [
  'EXT_materials_diffuse_roughness',
  'KHR_materials_diffuse_roughness',
] as const;

/** Bytes of a number, by an accessor's `componentType` (glTF 3.6.2.2). */
export const COMPONENT_BYTES: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
};
/** Numbers of an element, by an accessor's `type`. */
export const COMPONENTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

/** Extensions of a material, or of a texture in it, that are drawn. */
export const SURFACE_EXTENSIONS = [
  'EXT_materials_diffuse_roughness',
  'KHR_materials_anisotropy',
  'KHR_materials_clearcoat',
  'KHR_materials_diffuse_roughness',
  'KHR_materials_diffuse_transmission',
  'KHR_materials_dispersion',
  'KHR_materials_emissive_strength',
  'KHR_materials_ior',
  'KHR_materials_iridescence',
  'KHR_materials_sheen',
  'KHR_materials_specular',
  'KHR_materials_transmission',
  'KHR_materials_unlit',
  'KHR_materials_volume',
  'KHR_texture_transform',
] as const;

/** Extensions by which shapes, copies of them and pictures stand in a file. */
export const CONTENT_EXTENSIONS = [
  'EXT_mesh_gpu_instancing',
  'EXT_meshopt_compression',
  'EXT_texture_avif',
  'EXT_texture_webp',
  'KHR_draco_mesh_compression',
  'KHR_meshopt_compression',
  'KHR_texture_basisu',
] as const;
