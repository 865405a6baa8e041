import { describe, expect, test } from 'vitest';
import type { AnyGraph, Graph } from './graph-shapes.ts';
import { readObjectInfo } from './object-info/stored-servers.ts';
import { referenceGraph } from './reference-graph.ts';
import { validateGraph } from './validate-graph.ts';
import { validatePrompt } from './validate-prompt.ts';

const FULL = readObjectInfo('full');

/** Types of the errors by node. */
function typesOf(graph: Graph, options = {}): Record<string, string[]> {
  const found = Object.entries(validateGraph(graph, FULL, options));
  return Object.fromEntries(found.map(([id, { errors }]) => [id, errors.map(({ type }) => type)]));
}

/** As the server that only sees JSON. */
function asServer(graph: object, options = {}) {
  return validatePrompt(JSON.parse(JSON.stringify(graph)), FULL, options);
}

test('the 40 nodes of the reference are a good graph in both forms of combos', () => {
  const graph = referenceGraph();
  expect(Object.keys(graph)).toHaveLength(40);
  for (const form of ['mixed', 'list', 'options'] as const) {
    expect(validateGraph(graph, readObjectInfo('full', form))).toEqual({});
  }
});

test('a server without the extension refuses the graph as a whole', () => {
  expect(validatePrompt(structuredClone(referenceGraph()), readObjectInfo('core-only'))).toEqual({
    error: {
      type: 'invalid_prompt',
      message: 'Cannot execute because node IPAdapterModelLoader does not exist.',
      details: "Node ID '#ipa'",
      extra_info: {},
    },
    node_errors: {},
    outputs: [],
  });
});

describe('errors of one node', () => {
  test.each<[string, Parameters<typeof referenceGraph>[0], string, string]>([
    ['a checkpoint that is not there', { ckpt: { ckpt_name: 'x' } }, 'ckpt', 'value_not_in_list'],
    ['a sampler that is not there', { sample: { sampler_name: 'x' } }, 'sample', 'value_not_in_list'],
    ['a weight type that is not there', { ipa_bg: { weight_type: 'x' } }, 'ipa_bg', 'value_not_in_list'],
    ['too small a number', { sample: { steps: 0 } }, 'sample', 'value_smaller_than_min'],
    ['too large a number', { sample: { denoise: 1.2 } }, 'sample', 'value_bigger_than_max'],
    ['a text for a number', { sample: { seed: 'one' } }, 'sample', 'invalid_input_type'],
    ['a link of another type', { decode: { samples: ['init', 0] } }, 'decode', 'return_type_mismatch'],
    ['a dangling link', { decode: { samples: ['gone', 0] } }, 'decode', 'exception_during_inner_validation'],
    ['a slot too many', { decode: { vae: ['ckpt', 3] } }, 'decode', 'exception_during_inner_validation'],
    [
      'a dangling link of the output',
      { result: { images: ['x', 0] } },
      'result',
      'exception_during_validation',
    ],
  ])('%s', (_name, changes, id, type) => {
    const { node_errors } = asServer(referenceGraph(changes));
    expect(node_errors[id]!.errors.map((error) => error.type)).toEqual([type]);
  });

  test('a list above twenty entries is left out of the message, a shorter one is printed', () => {
    const long = asServer(referenceGraph({ sample: { sampler_name: 'x' } })).node_errors.sample!.errors[0]!;
    expect(long.details).toMatch(/^sampler_name: 'x' not in \(list of length \d\d\)$/);
    expect(long.extra_info).toMatchObject({
      input_name: 'sampler_name',
      input_config: null,
      received_value: 'x',
    });
    const short = asServer(referenceGraph({ bg_fit: { crop: 'x' } })).node_errors.bg_fit!.errors[0]!;
    expect(short.details).toBe("crop: 'x' not in ['disabled', 'center']");
  });

  test('an input that is missing', () => {
    const { seed: _, ...inputs } = referenceGraph().sample!.inputs;
    const graph = { ...referenceGraph(), sample: { class_type: 'KSampler', inputs } };
    expect(typesOf(graph)).toMatchObject({ sample: ['required_input_missing'] });
    expect(asServer(graph).error).toMatchObject({ type: 'prompt_outputs_failed_validation', details: '' });
  });

  test('a link that is no pair', () => {
    const inputs = { ...referenceGraph().decode!.inputs, samples: ['sample'] };
    const { node_errors } = asServer({ ...referenceGraph(), decode: { class_type: 'VAEDecode', inputs } });
    expect(node_errors.decode!.errors[0]!.type).toBe('bad_linked_input');
  });

  test('a picture that is gone', () => {
    const hasFile = (name: string) => name !== 'rj/depth.png [temp]';
    const { node_errors } = asServer(referenceGraph(), { hasFile });
    expect(Object.keys(node_errors)).toEqual(['depth']);
    expect(node_errors.depth).toMatchObject({
      class_type: 'LoadImage',
      dependent_outputs: ['result'],
      errors: [
        { type: 'custom_validation_failed', details: 'image - Invalid image file: rj/depth.png [temp]' },
      ],
    });
  });
});

test('a cycle is a sentence in 2026 and an exhausted stack before', () => {
  const graph = referenceGraph({ masked: { samples: ['batch', 0] } });
  const newer = asServer(graph, { isNewer: true }).node_errors;
  expect(newer.batch!.errors[0]).toMatchObject({
    type: 'dependency_cycle',
    details: 'batch (RepeatLatentBatch) -> masked (SetLatentNoiseMask) -> batch (RepeatLatentBatch)',
  });
  expect(asServer(graph)).toMatchObject({
    error: { type: 'prompt_outputs_failed_validation', details: '' },
    node_errors: {},
  });
});

test('without an output nothing can run; with one good output the bad ones are told and dropped', () => {
  const { result: _, ...headless } = referenceGraph();
  expect(asServer(headless).error).toMatchObject({ type: 'prompt_no_outputs' });
  const other = { class_type: 'PreviewImage', inputs: { images: ['ckpt', 0] } };
  const verdict = asServer({ ...referenceGraph(), other });
  expect(verdict).toMatchObject({ error: null, outputs: ['result'] });
  expect(Object.keys(verdict.node_errors)).toEqual(['other']);
});

describe('as a real one says it', () => {
  const errorOf = (changes: Parameters<typeof referenceGraph>[0], id: string) =>
    asServer(referenceGraph(changes)).node_errors[id]!.errors[0]!;
  const withInput = (id: string, input: string, value: unknown): AnyGraph => {
    const graph = structuredClone(referenceGraph()) as AnyGraph;
    graph[id]!.inputs[input] = value;
    return graph;
  };

  test('a lost file is told by the name of its input alone', () => {
    const { node_errors } = asServer(referenceGraph(), {
      hasFile: (name: string) => name !== 'rj/depth.png [temp]',
    });
    expect(node_errors.depth!.errors[0]!.extra_info).toEqual({ input_name: 'image' });
  });

  test('a link of a wrong type comes with what the input knows: nothing', () => {
    expect(errorOf({ decode: { samples: ['ckpt', 0] } }, 'decode').extra_info).toEqual({
      input_name: 'samples',
      input_config: ['LATENT', {}],
      received_type: 'MODEL',
      linked_node: ['ckpt', 0],
    });
  });

  test.each([
    [
      null,
      "steps, None, int() argument must be a string, a bytes-like object or a real number, not 'NoneType'",
    ],
    [
      { a: 1 },
      "steps, {'a': 1}, int() argument must be a string, a bytes-like object or a real number, not 'dict'",
    ],
    [1e30, 'steps'],
  ])('%j where a whole number belongs', (value, details) => {
    const { node_errors } = asServer(withInput('sample', 'steps', value));
    expect(node_errors.sample!.errors[0]!.details).toBe(details);
  });

  test('a number beyond all is told digit by digit', () => {
    const { node_errors } = asServer(withInput('sample', 'steps', 1e30));
    expect(node_errors.sample!.errors[0]!.message).toBe(
      'Value 1000000000000000019884624838656 bigger than max of 10000',
    );
  });

  test('a value may come wrapped', () => {
    expect(asServer(withInput('sample', 'steps', { __value__: 20 })).error).toBe(null);
  });

  test('a node without inputs', () => {
    const graph = structuredClone(referenceGraph()) as Record<string, object>;
    graph.decode = { class_type: 'VAEDecode' };
    const { error, node_errors } = asServer(graph as unknown as AnyGraph);
    expect(error?.type).toBe('prompt_outputs_failed_validation');
    expect(node_errors.decode!.errors[0]).toMatchObject({
      type: 'exception_during_inner_validation',
      details: "'inputs'",
    });
  });
});

describe('stricter than a server', () => {
  test('a second output, a node that nothing needs, an input that the class does not have', () => {
    const second = { class_type: 'PreviewImage', inputs: { images: ['init', 0] } } as const;
    expect(typesOf({ ...referenceGraph(), second })).toEqual({ '': ['several_outputs'] });
    const spare = { class_type: 'LoadImage', inputs: { image: 'a.png' } };
    expect(typesOf({ ...referenceGraph(), spare })).toEqual({ spare: ['not_used'] });
    expect(typesOf(referenceGraph({ sample: { stepz: 2 } }))).toEqual({ sample: ['unknown_input'] });
  });

  test('a text or a fraction where a whole number belongs, a number that no JSON can hold', () => {
    expect(typesOf(referenceGraph({ sample: { steps: '20' } }))).toEqual({ sample: ['inexact_value'] });
    expect(typesOf(referenceGraph({ sample: { steps: 20.5 } }))).toEqual({ sample: ['inexact_value'] });
    expect(typesOf(referenceGraph({ sample: { cfg: Number.NaN } }))).toEqual({ sample: ['inexact_value'] });
  });
});
