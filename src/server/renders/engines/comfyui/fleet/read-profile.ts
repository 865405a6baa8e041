import { EngineLevel, type MissingPart } from '../../../../../contract/http/engines.ts';
import { detectFamily, type ServerFacts } from '../families/detect-family.ts';
import { FAMILIES } from '../families/list-families.ts';
import { chooseCheckpoint } from '../graph/choose-checkpoint.ts';
import { findName } from '../graph/match-names.ts';
import type { FoundFamily, ServerProfile } from '../graph/parts.ts';
import { type ObjectInfo, readOptions, type SystemStats } from './server-shapes.ts';

/** Interrupts by prompt id and ids of our own: older servers know neither. */
export const VERSION_FLOOR = '0.3.57';

/** Classes that every graph of ours may use; all come with ComfyUI. */
const CORE_CLASSES = [
  'CheckpointLoaderSimple',
  'CLIPTextEncode',
  'ConditioningCombine',
  'ConditioningSetMask',
  'DifferentialDiffusion',
  'EmptyImage',
  'ImageCompositeMasked',
  'ImageScale',
  'KSampler',
  'LatentFromBatch',
  'LoadImage',
  'LoadImageMask',
  'PreviewImage',
  'RepeatImageBatch',
  'RepeatLatentBatch',
  'SetLatentNoiseMask',
  'VAEDecode',
  'VAEEncode',
];

/** File names as people save them, the best first. */
const PATTERNS = {
  union: ['union-sdxl', 'union*sdxl', 'sdxl*union', 'xinsirunion'],
  depth: ['depth-sdxl', 'sdxl*depth', 'depth*sdxl', 'xinsirdepth'],
  lines: ['canny-sdxl', 'sdxl*canny', 'canny*sdxl', 'xinsircanny', 'lineart*sdxl', 'sdxl*lineart'],
  imageAdapter: ['ip-adapter-plus_sdxl_vit-h', 'ip-adapter_sdxl_vit-h'],
  clipVision: ['clip-vit-h-14-laion2b-s32b-b79k', 'clip-vision_vit-h', 'vit-h*14*laion2b'],
  revision: ['clip_vision_g', 'clip-vit-bigg', 'vit-bigg'],
  upscale: ['4x-ultrasharp', 'realesrgan_x4', '4x', 'x4', '2x', 'x2'],
} as const;

/** What the person who runs this instance prefers. */
export interface Preference {
  /** Checkpoints that are used before others, by parts of their names; the first that is found. */
  readonly checkpointPatterns: readonly string[];
  /** Families draw whose licence does not let pictures be sold. */
  readonly allowsNonCommercial: boolean;
}

/** What a server can do, and what it would need to do more. */
export function readProfile(stats: SystemStats, info: ObjectInfo, preference: Preference): ServerProfile {
  const version = stats.system.comfyui_version;
  // What calls a paid service is nobody's of ours to run.
  const classes = new Set(Object.keys(info).filter((name) => !callsService(info[name])));
  const has = (...names: string[]): boolean => names.every((name) => classes.has(name));
  const checkpoints = readOptions(info, 'CheckpointLoaderSimple', 'ckpt_name');
  const controls = has('ControlNetLoader', 'ControlNetApplyAdvanced')
    ? readOptions(info, 'ControlNetLoader', 'control_net_name')
    : [];
  const clipVisions = readOptions(info, 'CLIPVisionLoader', 'clip_name');
  const adapterFile = findName(
    readOptions(info, 'IPAdapterModelLoader', 'ipadapter_file'),
    PATTERNS.imageAdapter,
  );
  const clipVision = findName(clipVisions, PATTERNS.clipVision);
  const hasAdapter = has('IPAdapterAdvanced', 'IPAdapterModelLoader', 'CLIPVisionLoader');
  const found = {
    version,
    checkpoint: chooseCheckpoint(checkpoints, preference.checkpointPatterns),
    control: chooseControl(controls, has('SetUnionControlNetType')),
    imageAdapter:
      hasAdapter && adapterFile !== null && clipVision !== null
        ? {
            file: adapterFile,
            clipVision,
            weightTypes: readOptions(info, 'IPAdapterAdvanced', 'weight_type'),
          }
        : null,
    revision: has('CLIPVisionLoader', 'CLIPVisionEncode', 'unCLIPConditioning')
      ? findName(clipVisions, PATTERNS.revision)
      : null,
    upscaleModel: has('UpscaleModelLoader', 'ImageUpscaleWithModel')
      ? findName(readOptions(info, 'UpscaleModelLoader', 'model_name'), PATTERNS.upscale)
      : null,
  };
  const missing = [
    ...listMissingBase(found, classes),
    ...listMissingWishes({ ...found, hasAdapter, adapterFile, clipVision }),
  ];
  const isOld = !isAtLeast(version, VERSION_FLOOR);
  const ownLevel = missing.some(({ isNeeded }) => isNeeded) ? null : chooseLevel(found);
  const checkpoint = { level: ownLevel, model: found.checkpoint, missing };
  const memoryBytes = stats.devices[0]?.vram_total ?? 0;
  const families = findFamilies({ info, classes, memoryBytes }, checkpoint, isOld, preference);
  const level = bestLevel(families);
  return {
    ...found,
    level,
    // Where another family draws, nothing of SDXL's is in its way.
    missing: missing.map((part) => ({ ...part, isNeeded: part.isNeeded && (isOld || level === null) })),
    families,
    devices: stats.devices.map(({ name, vram_total, vram_free }) => ({
      name,
      memoryTotal: vram_total,
      memoryFree: vram_free,
    })),
    classes,
    checkpoints,
  };
}

function bestLevel(families: readonly FoundFamily[]): EngineLevel | null {
  const levels = families.flatMap(({ isUsed, level }) => (isUsed && level !== null ? level : []));
  return EngineLevel.options.find((level) => levels.includes(level)) ?? null;
}

function findFamilies(
  facts: ServerFacts,
  checkpoint: Pick<FoundFamily, 'level' | 'model' | 'missing'>,
  isOld: boolean,
  { allowsNonCommercial }: Preference,
): FoundFamily[] {
  return FAMILIES.map((family): FoundFamily => {
    const { name, needs, isCommercial } = family;
    const isAllowed = isCommercial || allowsNonCommercial;
    if (needs === null) {
      return { name, files: {}, ...checkpoint, isUsed: checkpoint.level !== null && isAllowed };
    }
    const part = detectFamily(name, needs, facts);
    const isReady = !isOld && !part.missing.some(({ isNeeded }) => isNeeded);
    const found: FoundFamily = { ...part, level: null, isUsed: isReady && isAllowed };
    return isReady ? { ...found, level: family.rate(found) } : found;
  });
}

/** Classes that run on servers of others say so; they cost money. */
function callsService(described: unknown): boolean {
  return (
    typeof described === 'object' &&
    described !== null &&
    'api_node' in described &&
    described.api_node === true
  );
}

type Found = Pick<
  ServerProfile,
  'version' | 'checkpoint' | 'control' | 'imageAdapter' | 'revision' | 'upscaleModel'
>;

function chooseControl(files: readonly string[], hasUnion: boolean): ServerProfile['control'] {
  const union = hasUnion ? findName(files, PATTERNS.union) : null;
  if (union !== null) return { kind: 'union', file: union };
  const depth = findName(files, PATTERNS.depth);
  const lines = findName(files, PATTERNS.lines);
  return depth === null && lines === null ? null : { kind: 'pair', depth, lines };
}

function chooseLevel({ control, imageAdapter }: Found): EngineLevel {
  if (control === null) return 'core-only';
  return imageAdapter === null ? 'no-materials-or-style' : 'full';
}

function listMissingBase(found: Found, classes: ReadonlySet<string>): MissingPart[] {
  const parts: MissingPart[] = [];
  const add = (kind: MissingPart['kind'], name: string, folder: string | null): void => {
    parts.push({ kind, name, folder, wish: 'base', isNeeded: true });
  };
  if (!isAtLeast(found.version, VERSION_FLOOR)) add('version', `ComfyUI ${VERSION_FLOOR} or newer`, null);
  for (const name of CORE_CLASSES) if (!classes.has(name)) add('nodes', name, null);
  if (found.checkpoint === null) add('model', 'sd_xl_base_1.0.safetensors', 'models/checkpoints');
  return parts;
}

function listMissingWishes(
  found: Found & { hasAdapter: boolean; adapterFile: string | null; clipVision: string | null },
): MissingPart[] {
  const parts: MissingPart[] = [];
  const add = (
    wish: MissingPart['wish'],
    name: string,
    folder: string,
    kind: MissingPart['kind'] = 'model',
  ): void => {
    parts.push({ kind, name, folder, wish, isNeeded: false });
  };
  const { control } = found;
  if (control === null) {
    add('structure', 'xinsir-controlnet-union-sdxl-1.0-promax.safetensors', 'models/controlnet');
  } else if (control.kind === 'pair') {
    if (control.depth === null)
      add('structure', 'controlnet-depth-sdxl-1.0.safetensors', 'models/controlnet');
    if (control.lines === null)
      add('structure', 'controlnet-canny-sdxl-1.0.safetensors', 'models/controlnet');
  }
  // One adapter serves materials, style and the background's look; materials need it most.
  if (!found.hasAdapter) add('materials', 'ComfyUI_IPAdapter_plus', 'custom_nodes', 'nodes');
  if (found.adapterFile === null) {
    add('materials', 'ip-adapter-plus_sdxl_vit-h.safetensors', 'models/ipadapter');
  }
  if (found.clipVision === null) {
    add('materials', 'CLIP-ViT-H-14-laion2B-s32B-b79K.safetensors', 'models/clip_vision');
  }
  if (found.imageAdapter === null && found.revision === null) {
    add('style', 'clip_vision_g.safetensors', 'models/clip_vision');
  }
  if (found.upscaleModel === null) add('upscale', '4x-UltraSharp.pth', 'models/upscale_models');
  return parts;
}

/** @param version `0.3.64`, with or without a `v` and anything after it; what cannot be read is older than all. */
export function isAtLeast(version: string, floor: string): boolean {
  const [a, b] = [readVersion(version), readVersion(floor)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 || (a[at] ?? 0) > (b[at] ?? 0);
}

function readVersion(text: string): number[] {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return [major ?? -1, minor ?? 0, patch ?? 0].map(Number);
}
