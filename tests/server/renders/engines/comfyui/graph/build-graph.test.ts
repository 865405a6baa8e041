import { describe, expect, test } from 'vitest';
import type { RenderSpec } from '../../../../../../src/contract/render-spec.ts';
import {
  hashGraph,
  listClasses,
} from '../../../../../../src/server/renders/engines/comfyui/graph/describe-graph.ts';
import type {
  BatchPart,
  BuiltGraph,
  Graph,
} from '../../../../../../src/server/renders/engines/comfyui/graph/parts.ts';
import { hashOf, makeMask, makeRecipe } from '../../../../../support/ai-recipe.ts';
import { BACKGROUNDS, buildFor, MATERIALS } from '../../../../../support/built-graphs.ts';
import {
  readObjectInfo,
  SERVER_FILES,
  type ServerKind,
} from '../../../../../support/fake-comfyui/object-info/stored-servers.ts';
import { referenceGraph } from '../../../../../support/fake-comfyui/reference-graph.ts';
import { validateGraph } from '../../../../../support/fake-comfyui/validate-graph.ts';

const SERVERS = Object.keys(SERVER_FILES) as ServerKind[];

/** What an order may lack or have, each in its own picture of the graph. */
const ORDERS: Record<string, { recipe: Partial<RenderSpec>; part?: BatchPart }> = {
  everything: {
    recipe: { masks: MATERIALS, batchSize: 4, outputPx: 2048 },
    part: { first: 0, count: 4 },
  },
  nothing: {
    recipe: { style: null, background: BACKGROUNDS.open, positivePrompt: '', useNegativePrompt: false },
  },
  'no-style': { recipe: { style: null, masks: MATERIALS.slice(0, 1) } },
  'style-of-no-strength': { recipe: { style: { ...must(makeRecipe().style), strength: 0 } } },
  'materials-0': { recipe: { masks: [] } },
  'materials-1': { recipe: { masks: MATERIALS.slice(0, 1) } },
  'materials-2': { recipe: { masks: MATERIALS.slice(0, 2) } },
  'materials-3': { recipe: { masks: MATERIALS.slice(0, 3) } },
  'background-kept': {
    recipe: { background: BACKGROUNDS['kept-image'], batchSize: 2 },
    part: { first: 0, count: 2 },
  },
  'background-lost': { recipe: { background: BACKGROUNDS['lost-image'] } },
  'background-gradient': { recipe: { background: BACKGROUNDS.gradient } },
  'background-colour': { recipe: { background: BACKGROUNDS.colour, masks: MATERIALS.slice(0, 1) } },
  'background-open': { recipe: { background: BACKGROUNDS.open } },
  'no-negative': { recipe: { useNegativePrompt: false } },
  'fixed-seed': { recipe: { seed: '9007199254740991', isSeedFixed: true } },
  'upscale-4k': { recipe: { widthPx: 1536, heightPx: 1024, outputPx: 4096 } },
  lock: { recipe: { masks: [makeMask('Logo', { isLocked: true }), ...MATERIALS.slice(0, 1)] } },
  'third-of-a-batch': { recipe: { batchSize: 4 }, part: { first: 2, count: 1 } },
  draft: { recipe: { quality: 'draft' } },
};

describe.each(SERVERS)('on a server that is %s', (server) => {
  test.each(Object.keys(ORDERS))('golden graph: %s', async (name) => {
    const { recipe, part } = must(ORDERS[name]);
    const built = buildFor(server, recipe, part);
    expect(validateGraph(built.graph, readObjectInfo(server))).toEqual({});
    await expect(write(built)).toMatchFileSnapshot(`graphs/${server}/${name}.graph`);
  });

  test('every combination is a graph that the server takes, with one output and a step for each node', () => {
    const info = readObjectInfo(server);
    const wrong: string[] = [];
    let tried = 0;
    for (const recipe of combine()) {
      for (const part of [
        { first: 0, count: 1 },
        { first: 0, count: 4 },
        { first: 3, count: 1 },
      ]) {
        const built = buildFor(server, recipe, part);
        const errors = validateGraph(built.graph, info);
        if (Object.keys(errors).length > 0) wrong.push(JSON.stringify([recipe, part, errors]));
        expect(Object.keys(built.steps).sort()).toEqual(Object.keys(built.graph).sort());
        tried += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBe(6 * 3 * 5 * 2 * 2 * 2 * 3);
  });
});

test('the largest graph is the one that a real server has accepted, node by node and link by link', () => {
  const { graph } = buildFor('full', { masks: MATERIALS, batchSize: 4 }, { first: 0, count: 4 });
  expect(Object.keys(graph)).toHaveLength(40);
  expect(wire(graph)).toEqual(wire(referenceGraph()));
});

test('prompts are text values and nothing else', () => {
  const nasty = '"},"x":{"class_type":"SaveImage"}} [temp] ["ckpt",0] \\u0000 {{x}} <!--';
  const plain = buildFor('core-only', { masks: MATERIALS.slice(0, 1) }).graph;
  const { graph } = buildFor('core-only', {
    positivePrompt: nasty,
    negativePrompt: nasty,
    masks: [makeMask(nasty)],
  });
  expect(Object.keys(graph)).toEqual(Object.keys(plain));
  for (const id of ['positive', 'negative', 'mat0_text']) {
    expect(graph[id]).toEqual({ class_type: 'CLIPTextEncode', inputs: { text: nasty, clip: ['ckpt', 1] } });
  }
});

describe('the hash of a graph', () => {
  test('is of what it does, not of how it is written', () => {
    const { graph } = buildFor('full', {});
    const turned = Object.fromEntries(
      Object.entries(graph)
        .reverse()
        .map(([id, { class_type, inputs }]) => [
          id,
          { inputs: Object.fromEntries(Object.entries(inputs).reverse()), class_type },
        ]),
    ) as Graph;
    expect(hashGraph(turned)).toBe(hashGraph(graph));
    expect(hashGraph(graph)).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ['another seed', { seed: '8' }],
    ['another text', { positivePrompt: 'a table' }],
    ['a material more', { masks: MATERIALS.slice(0, 1) }],
  ])('%s is another graph', (_, recipe) => {
    expect(hashGraph(buildFor('full', recipe).graph)).not.toBe(hashGraph(buildFor('full', {}).graph));
  });

  test('its classes are listed once', () => {
    const classes = listClasses(buildFor('core-only', { style: null }).graph);
    expect(classes).toEqual([...new Set(classes)].sort());
    expect(classes).toContain('KSampler');
  });
});

/** A graph without its values. */
function wire(graph: Graph) {
  return Object.fromEntries(
    Object.entries(graph).map(([id, { class_type, inputs }]) => [
      id,
      {
        class_type,
        inputs: Object.fromEntries(
          Object.entries(inputs).map(([input, value]) => [input, Array.isArray(value) ? value : 'a value']),
        ),
      },
    ]),
  );
}

function* combine(): Generator<Partial<RenderSpec>> {
  const style = must(makeRecipe().style);
  const lock = makeMask('Logo', { isLocked: true, imageHash: hashOf('logo') });
  for (const background of Object.values(BACKGROUNDS))
    for (const strength of [null, 0, 0.7])
      for (const count of [0, 1, 2, 3, 4])
        for (const useNegativePrompt of [true, false])
          for (const isLocked of [true, false])
            for (const outputPx of [undefined, 4096] as const)
              yield {
                background,
                style: strength === null ? null : { ...style, strength },
                masks: [...(isLocked ? [lock] : []), ...MATERIALS.slice(0, count)].slice(0, 4),
                useNegativePrompt,
                outputPx,
                seed: String(count),
              };
}

/** One node a line, so that a change is one line of a review. */
function write({ graph, output, sampler, leftOut, models }: BuiltGraph): string {
  const nodes = Object.entries(graph).map(([id, node]) => `  ${JSON.stringify(id)}: ${JSON.stringify(node)}`);
  const about = JSON.stringify({ output, sampler, leftOut, models });
  return `{\n "about": ${about},\n "graph": {\n${nodes.join(',\n')}\n }\n}\n`;
}

function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('nothing there');
  return value;
}
