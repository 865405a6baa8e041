import { expect, test } from 'vitest';
import { chooseCheckpoint } from '../../../../../../src/server/renders/engines/comfyui/graph/choose-checkpoint.ts';

test.each([
  ['nothing there', [], [], null],
  [
    'what looks like SDXL',
    ['a_flux1-dev.safetensors', 'juggernautXL_v9.safetensors'],
    [],
    'juggernautXL_v9.safetensors',
  ],
  [
    'no refiner',
    ['sd_xl_refiner_1.0.safetensors', 'sd_xl_base_1.0.safetensors'],
    [],
    'sd_xl_base_1.0.safetensors',
  ],
  ['no turbo', ['sd_xl_turbo_1.0.safetensors', 'realvis.safetensors'], [], 'realvis.safetensors'],
  [
    'what says nothing before another family',
    ['v1-5-pruned.ckpt', 'tiny.safetensors'],
    [],
    'tiny.safetensors',
  ],
  ['another family before nothing', ['v1-5-pruned.ckpt'], [], 'v1-5-pruned.ckpt'],
  [
    'the preference wins',
    ['sd_xl_base_1.0.safetensors', 'Own\\Studio-Mix.safetensors'],
    ['own/studio'],
    'Own\\Studio-Mix.safetensors',
  ],
  ['the first preference wins', ['a-one.ckpt', 'b-two.ckpt'], ['two', 'one'], 'b-two.ckpt'],
  [
    'a star stands for anything between',
    ['sd_xl_base_1.0.safetensors', 'x-mix-v7.safetensors'],
    ['mix*7'],
    'x-mix-v7.safetensors',
  ],
  ['a preference that nobody has', ['sd_xl_base_1.0.safetensors'], ['nowhere'], 'sd_xl_base_1.0.safetensors'],
])('%s', (_, names, preferred, chosen) => {
  expect(chooseCheckpoint(names, preferred)).toBe(chosen);
});
