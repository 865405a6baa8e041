import {
  Extension,
  ExtensionProperty,
  GLB_BUFFER,
  type GLTF,
  type JSONDocument,
  type Material,
  type Nullable,
  PropertyType,
  type ReaderContext,
  type Texture,
  TextureChannel,
  TextureInfo,
  type WriterContext,
} from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { readDataUri } from '../../contract/files/read-data-uri.ts';
import { DIFFUSE_ROUGHNESS, type GltfJson } from './gltf-json.ts';
import { forTransform } from './mend-document.ts';

type Name = (typeof DIFFUSE_ROUGHNESS)[number];

interface DiffuseRoughnessProperties {
  name: string;
  extras: Record<string, unknown>;
  factor: number;
  texture: Texture;
  textureInfo: TextureInfo;
}

interface DiffuseRoughnessDef {
  diffuseRoughnessFactor?: number;
  diffuseRoughnessTexture?: GLTF.ITextureInfo;
}

/** Roughness of a material's diffuse lobe, apart from that of its reflection. */
export class DiffuseRoughness extends ExtensionProperty<DiffuseRoughnessProperties> {
  declare extensionName: Name;
  declare propertyType: 'DiffuseRoughness';
  declare parentTypes: [PropertyType.MATERIAL];

  protected init(): void {
    this.propertyType = 'DiffuseRoughness';
    this.parentTypes = [PropertyType.MATERIAL];
  }

  protected override getDefaults(): Nullable<DiffuseRoughnessProperties> {
    return Object.assign(super.getDefaults() as object, {
      factor: 0,
      texture: null,
      textureInfo: new TextureInfo(this.graph, 'diffuseRoughnessTextureInfo'),
    }) as Nullable<DiffuseRoughnessProperties>;
  }

  /** 0 is Lambertian, as without the extension. */
  getFactor(): number {
    return this.get('factor');
  }

  setFactor(factor: number): this {
    return this.set('factor', factor);
  }

  /** Its red multiplies the factor. */
  getTexture(): Texture | null {
    return this.getRef('texture');
  }

  getTextureInfo(): TextureInfo | null {
    return this.getTexture() === null ? null : this.getRef('textureInfo');
  }

  setTexture(texture: Texture | null): this {
    return this.setRef('texture', texture, { channels: TextureChannel.R });
  }
}

abstract class DiffuseRoughnessExtension extends Extension {
  declare readonly extensionName: Name;

  createDiffuseRoughness(): DiffuseRoughness {
    const property = new DiffuseRoughness(this.document.getGraph());
    property.extensionName = this.extensionName;
    return property;
  }

  read(context: ReaderContext): this {
    const { json } = context.jsonDoc;
    for (const [index, { extensions }] of (json.materials ?? []).entries()) {
      const found = extensions?.[this.extensionName] as DiffuseRoughnessDef | undefined;
      if (found === undefined) continue;
      const property = this.createDiffuseRoughness();
      context.materials[index]?.setExtension(this.extensionName, property);
      property.setFactor(found.diffuseRoughnessFactor ?? 0);
      const info = found.diffuseRoughnessTexture;
      const texture = context.textures[json.textures?.[info?.index ?? -1]?.source ?? -1];
      if (info === undefined || texture === undefined) continue;
      property.setTexture(texture);
      const kept = property.getTextureInfo();
      if (kept !== null) context.setTextureInfo(kept, info);
    }
    return this;
  }

  write(context: WriterContext): this {
    for (const material of this.document.getRoot().listMaterials()) {
      const property = material.getExtension<DiffuseRoughness>(this.extensionName);
      const def = context.jsonDoc.json.materials?.[context.materialIndexMap.get(material) ?? -1];
      if (property === null || def === undefined) continue;
      const [texture, info] = [property.getTexture(), property.getTextureInfo()];
      def.extensions = {
        ...def.extensions,
        [this.extensionName]: {
          diffuseRoughnessFactor: property.getFactor(),
          ...(texture === null || info === null
            ? {}
            : { diffuseRoughnessTexture: context.createTextureInfoDef(texture, info) }),
        },
      };
    }
    return this;
  }
}

export class ExtDiffuseRoughness extends DiffuseRoughnessExtension {
  static override readonly EXTENSION_NAME = 'EXT_materials_diffuse_roughness';
  override readonly extensionName: Name = ExtDiffuseRoughness.EXTENSION_NAME;
}

export class KhrDiffuseRoughness extends DiffuseRoughnessExtension {
  static override readonly EXTENSION_NAME = 'KHR_materials_diffuse_roughness';
  override readonly extensionName: Name = KhrDiffuseRoughness.EXTENSION_NAME;
}

/** All that glTF-Transform reads, and what it does not know yet. */
export const GLTF_EXTENSIONS = [...ALL_EXTENSIONS, ExtDiffuseRoughness, KhrDiffuseRoughness];

const KNOWN = new Set<string>(GLTF_EXTENSIONS.map(({ EXTENSION_NAME }) => EXTENSION_NAME));

/**
 * A document with its bytes as glTF-Transform reads it, whatever the file lacks. A picture outside of it, or nowhere, is left out as in
 * the viewer: its texture reads as empty. What nobody here reads was named before; whoever draws without it reads the rest. A node
 * that another scene names as a root, too, stays where it hangs.
 *
 * @param json Not changed.
 */
export function withBytes(json: GltfJson, binary: Uint8Array | null): JSONDocument {
  const resources: JSONDocument['resources'] = {};
  if (binary !== null) resources[GLB_BUFFER] = binary as Uint8Array<ArrayBuffer>;
  const images = json.images?.map((image) =>
    image.uri === undefined && image.bufferView === undefined ? { ...image, uri: '' } : image,
  );
  for (const { uri } of images ?? []) {
    if (uri !== undefined && !uri.startsWith('data:')) resources[uri] = new Uint8Array(0);
  }
  for (const { uri } of [...(images ?? []), ...(json.buffers ?? [])]) {
    // It knows no escapes.
    const bytes = uri?.startsWith('data:') && uri.includes('%') ? readDataUri(uri) : null;
    if (uri !== undefined && bytes !== null) resources[uri] = bytes;
  }
  const hanging = new Set(json.nodes?.flatMap(({ children = [] }) => children));
  const scenes = json.scenes?.map((scene, index) =>
    index === (json.scene ?? 0)
      ? scene
      : { ...scene, nodes: scene.nodes?.filter((node) => !hanging.has(node)) ?? [] },
  );
  const whole = {
    ...forTransform(json),
    ...(scenes && { scenes }),
    ...(images && { images }),
    ...(json.extensionsRequired && {
      extensionsRequired: json.extensionsRequired.filter((name) => KNOWN.has(name)),
    }),
  };
  return { json: whole as unknown as JSONDocument['json'], resources };
}

/** What a material has of it, by whichever name. */
export function findDiffuseRoughness(material: Material): DiffuseRoughness | null {
  for (const name of DIFFUSE_ROUGHNESS) {
    const found = material.getExtension<DiffuseRoughness>(name);
    if (found !== null) return found;
  }
  return null;
}
