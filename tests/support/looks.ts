import type { Look, LookMaterial } from '../../src/contract/http/looks.ts';
import { RENDER_DEFAULTS } from '../../src/contract/http/render-defaults.ts';
import { UNDRESSED } from '../../src/contract/scene/dressed-material.ts';

const {
  instanceIndex: _index,
  nodes: _nodes,
  parentMaterialId: _parent,
  isProtected: _isProtected,
  ...plain
} = UNDRESSED;

/** What a material of a look wears: nothing, but for the change. */
export function makeLookMaterial(name: string, change: Partial<LookMaterial> = {}): LookMaterial {
  return { ...plain, name, isIndependent: false, parts: [], ...change };
}

/** A look that changes nothing but for the change. */
export function makeLook(change: Partial<Look> = {}): Look {
  return {
    materials: [makeLookMaterial('Seat', { color: '#ff0000', parts: ['Seat top'] })],
    positive_prompt: 'snow',
    negative_prompt: '',
    use_negative_prompt: false,
    background_id: null,
    background_color: '#eeeeee',
    background_fidelity: 0.5,
    style_id: null,
    style_strength: 0.5,
    background_gradient: null,
    lighting: 'studio',
    light_rig: null,
    environment: null,
    exposure: 0.6,
    tone_mapping: 'neutral',
    shadow_intensity: 1,
    floor: RENDER_DEFAULTS.floor,
    thumbnail: null,
    ...change,
  };
}
