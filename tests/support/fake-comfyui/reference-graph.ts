import type { Graph, GraphInput } from './graph-shapes.ts';

type Changes = Record<string, Record<string, GraphInput>>;

/**
 * The largest graph that the engine sends, in 40 nodes, as a real server has accepted it: background, style, two controls,
 * four materials, batch of four.
 *
 * @param changes Inputs to put in place, by node.
 */
export function referenceGraph(changes: Changes = {}): Graph {
  const graph: Record<string, { class_type: string; inputs: Record<string, GraphInput> }> = {};
  const add = (id: string, class_type: string, inputs: Record<string, GraphInput>) => {
    graph[id] = { class_type, inputs: { ...inputs, ...changes[id] } };
  };
  const load = (id: string, name: string) => add(id, 'LoadImage', { image: `rj/${name}.png [temp]` });
  const mask = (id: string, name: string) =>
    add(id, 'LoadImageMask', { image: `rj/${name}.png [temp]`, channel: 'red' });
  const whole = { start_percent: 0, end_percent: 0.8, vae: ['ckpt', 2] } as const;
  const adapter = { ipadapter: ['ipa', 0], clip_vision: ['clipv', 0], combine_embeds: 'concat' } as const;
  const linear = { weight_type: 'linear', start_at: 0, end_at: 1, embeds_scaling: 'V only' } as const;

  add('ckpt', 'CheckpointLoaderSimple', { ckpt_name: 'sd_xl_base_1.0.safetensors' });
  add('positive', 'CLIPTextEncode', { text: 'a shoe on a stone', clip: ['ckpt', 1] });
  add('negative', 'CLIPTextEncode', { text: '', clip: ['ckpt', 1] });
  load('snapshot', 'snapshot');
  mask('bg_mask', 'background-mask');
  load('bg_load', 'background');
  const fit = { upscale_method: 'lanczos', width: 64, height: 64, crop: 'center' };
  add('bg_fit', 'ImageScale', { image: ['bg_load', 0], ...fit });
  const corner = { x: 0, y: 0, resize_source: false };
  const over = { destination: ['snapshot', 0], source: ['bg_fit', 0], mask: ['bg_mask', 0] } as const;
  add('init', 'ImageCompositeMasked', { ...over, ...corner });
  add('cn_load', 'ControlNetLoader', {
    control_net_name: 'SDXL/xinsir-controlnet-union-sdxl-1.0-promax.safetensors',
  });
  load('depth', 'depth');
  add('cn_depth', 'SetUnionControlNetType', { control_net: ['cn_load', 0], type: 'depth' });
  add('apply_depth', 'ControlNetApplyAdvanced', {
    ...{ positive: ['positive', 0], negative: ['negative', 0], control_net: ['cn_depth', 0] },
    ...{ image: ['depth', 0], strength: 0.7, ...whole },
  });
  load('lines', 'lines');
  const lineart = 'canny/lineart/anime_lineart/mlsd';
  add('cn_lines', 'SetUnionControlNetType', { control_net: ['cn_load', 0], type: lineart });
  add('apply_lines', 'ControlNetApplyAdvanced', {
    ...{ positive: ['apply_depth', 0], negative: ['apply_depth', 1], control_net: ['cn_lines', 0] },
    ...{ image: ['lines', 0], strength: 0.5, ...whole },
  });
  add('ipa', 'IPAdapterModelLoader', { ipadapter_file: 'ip-adapter-plus_sdxl_vit-h.safetensors' });
  add('clipv', 'CLIPVisionLoader', { clip_name: 'CLIP-ViT-H-14-laion2B-s32B-b79K.safetensors' });
  load('style', 'style');
  add('ipa_style', 'IPAdapterAdvanced', {
    ...{ model: ['ckpt', 0], image: ['style', 0], weight: 0.8, ...adapter, ...linear },
    weight_type: 'style transfer precise',
  });
  for (const index of [0, 1, 2, 3]) {
    const model: GraphInput = [index === 0 ? 'ipa_style' : `ipa_mat${index - 1}`, 0];
    load(`mat${index}`, `material-${index}`);
    mask(`mat${index}_mask`, `material-mask-${index}`);
    const region = { image: [`mat${index}`, 0], attn_mask: [`mat${index}_mask`, 0] } as const;
    add(`ipa_mat${index}`, 'IPAdapterAdvanced', { model, weight: 0.9, ...region, ...adapter, ...linear });
  }
  add('ipa_bg', 'IPAdapterAdvanced', {
    ...{ model: ['ipa_mat3', 0], image: ['bg_load', 0], weight: 0.5, ...adapter, ...linear },
    attn_mask: ['bg_mask', 0],
  });
  add('encode', 'VAEEncode', { pixels: ['init', 0], vae: ['ckpt', 2] });
  mask('change_mask', 'change');
  add('masked', 'SetLatentNoiseMask', { samples: ['encode', 0], mask: ['change_mask', 0] });
  add('diffdiff', 'DifferentialDiffusion', { model: ['ipa_bg', 0] });
  add('batch', 'RepeatLatentBatch', { samples: ['masked', 0], amount: 4 });
  add('sample', 'KSampler', {
    ...{ model: ['diffdiff', 0], seed: 1, steps: 28, cfg: 6, sampler_name: 'dpmpp_2m', scheduler: 'karras' },
    ...{
      positive: ['apply_lines', 0],
      negative: ['apply_lines', 1],
      latent_image: ['batch', 0],
      denoise: 0.6,
    },
  });
  add('decode', 'VAEDecode', { samples: ['sample', 0], vae: ['ckpt', 2] });
  add('result', 'PreviewImage', { images: ['decode', 0] });
  return graph;
}

/** A small graph that needs no upload. */
export function plainGraph(changes: { steps?: number; seed?: number; batch?: number } = {}): Graph {
  const { steps = 4, seed = 1, batch = 1 } = changes;
  const base = referenceGraph();
  return {
    ...{ ckpt: base.ckpt!, positive: base.positive!, negative: base.negative! },
    empty: { class_type: 'EmptyLatentImage', inputs: { width: 64, height: 64, batch_size: batch } },
    sample: {
      class_type: 'KSampler',
      inputs: {
        ...base.sample!.inputs,
        ...{ model: ['ckpt', 0], positive: ['positive', 0], negative: ['negative', 0] },
        ...{ latent_image: ['empty', 0], steps, seed },
      },
    },
    decode: base.decode!,
    result: base.result!,
  };
}
