import type { ModelFiles } from './core-classes.ts';
import { type ClassParts, float, type InputSpec, int } from './shapes.ts';

const WEIGHT_TYPES = [
  ...['linear', 'ease in', 'ease out', 'ease in-out', 'reverse in-out', 'weak input', 'weak output'],
  ...['weak middle', 'strong middle', 'style transfer', 'composition', 'strong style transfer'],
  ...['style and composition', 'style transfer precise', 'composition precise'],
];
const SCALINGS = ['V only', 'K+V', 'K+V w/ C penalty', 'K+mean(V) w/ C penalty'];
const IMAGE: InputSpec = ['IMAGE'];

/** Classes of ComfyUI_IPAdapter_plus (9d076a3d, 2025-02-26) that graphs of ours use. */
export function imageAdapterClasses(files: ModelFiles): Record<string, ClassParts> {
  const module = 'custom_nodes.ComfyUI_IPAdapter_plus';
  return {
    IPAdapterModelLoader: {
      module,
      category: 'ipadapter/loaders',
      title: 'IPAdapter Model Loader',
      required: { ipadapter_file: [files.ipadapter] },
      output: ['IPADAPTER'],
    },
    IPAdapterAdvanced: {
      module,
      category: 'ipadapter',
      title: 'IPAdapter Advanced',
      required: {
        model: ['MODEL'],
        ipadapter: ['IPADAPTER'],
        image: IMAGE,
        weight: float(1, -1, 5, 0.05),
        weight_type: [WEIGHT_TYPES],
        combine_embeds: [['concat', 'add', 'subtract', 'average', 'norm average']],
        start_at: float(0, 0, 1, 0.001),
        end_at: float(1, 0, 1, 0.001),
        embeds_scaling: [SCALINGS],
      },
      optional: { image_negative: IMAGE, attn_mask: ['MASK'], clip_vision: ['CLIP_VISION'] },
      output: ['MODEL'],
    },
  };
}

/** Classes of comfyui_controlnet_aux (e8b689a5, 2026-04-13) that draw depth and lines of a picture. */
export function estimatorClasses(): Record<string, ClassParts> {
  const module = 'custom_nodes.comfyui_controlnet_aux';
  const resolution = int(512, 64, 16_384, { step: 64 });
  const depthModels = ['g', 'l', 'b', 's'].map((size) => `depth_anything_v2_vit${size}.pth`);
  return {
    DepthAnythingV2Preprocessor: {
      module,
      category: 'ControlNet Preprocessors/Normal and Depth Estimators',
      title: 'Depth Anything V2 - Relative',
      required: { image: IMAGE },
      optional: { ckpt_name: [depthModels, { default: 'depth_anything_v2_vitl.pth' }], resolution },
      output: ['IMAGE'],
    },
    LineArtPreprocessor: {
      module,
      category: 'ControlNet Preprocessors/Line Extractors',
      title: 'Realistic Lineart',
      required: { image: IMAGE },
      optional: { coarse: [['disable', 'enable'], { default: 'disable' }], resolution },
      output: ['IMAGE'],
    },
  };
}
