import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  parseWorkflow,
  WorkflowError,
} from '../../../../../../src/server/renders/engines/comfyui/graph/parse-workflow.ts';
import { readWorkflows } from '../../../../../../src/server/renders/engines/comfyui/graph/read-workflows.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'workflows-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('a folder of graphs', () => {
  test('need not be there', async () => {
    expect((await readWorkflows(join(dir, 'nowhere'))).reports).toEqual([]);
  });

  test('that is none is told, and stops nothing', async () => {
    await writeFile(join(dir, 'file'), '');
    const { reports } = await readWorkflows(join(dir, 'file'));
    expect(reports).toEqual([{ name: 'file', error: 'It cannot be read (ENOTDIR).' }]);
  });

  test('a bad file spoils no other', async () => {
    await writeFile(join(dir, 'Good one.json'), JSON.stringify(GRAPH));
    await writeFile(join(dir, 'bad.json'), '{');
    await writeFile(join(dir, 'notes.txt'), 'nothing of ours');
    const workflows = await readWorkflows(dir);
    expect(workflows.reports).toEqual([
      { name: 'Good one', error: null },
      { name: 'bad', error: 'It is not JSON.' },
    ]);
    expect(workflows.usable.get('Good one')?.output).toBe('9');
    expect(workflows.usable.get('bad')).toBeUndefined();
  });

  test('links, folders and large files are refused', async () => {
    await writeFile(join(dir, '..', 'outside.json'), JSON.stringify(GRAPH));
    await symlink('../outside.json', join(dir, 'link.json'));
    await symlink('/dev/zero', join(dir, 'endless.json'));
    await symlink('nowhere', join(dir, 'dangling.json'));
    await mkdir(join(dir, 'folder.json'));
    await writeFile(join(dir, 'large.json'), `"${' '.repeat(1_000_000)}"`);
    const errors = await errorsOf(dir);
    const noFile = 'It is no plain file; links are not followed.';
    expect(errors).toEqual({
      link: noFile,
      endless: noFile,
      dangling: noFile,
      folder: noFile,
      large: 'It is larger than 1 MB.',
    });
    await rm(join(dir, '..', 'outside.json'));
  });

  test('names that could be more than a name are refused', async () => {
    for (const name of [
      '..json',
      '-x.json',
      `${'a'.repeat(65)}.json`,
      'a\\b.json',
      'señal.json',
      '<i>.json',
    ]) {
      await writeFile(join(dir, name), JSON.stringify(GRAPH));
    }
    const errors = await errorsOf(dir);
    expect(Object.keys(errors)).toHaveLength(6);
    for (const error of Object.values(errors)) expect(error).toMatch(/^Its name may have/);
  });

  test('of more than a hundred, the rest is told and not read', async () => {
    const names = Array.from({ length: 102 }, (_, i) => `g${String(i).padStart(3, '0')}`);
    for (const name of names) await writeFile(join(dir, `${name}.json`), JSON.stringify(GRAPH));
    const workflows = await readWorkflows(dir);
    expect(workflows.reports.filter(({ error }) => error === null)).toHaveLength(100);
    expect(workflows.reports.at(-1)?.error).toBe('There are more than 100 files.');
    expect(workflows.usable.get('g101')).toBeUndefined();
  });
});

describe('a graph', () => {
  test('is read with its names, its result kept in the temporary folder, titles gone', () => {
    const workflow = parseWorkflow(JSON.stringify(GRAPH));
    expect(workflow.slots).toEqual([
      { name: 'seed', node: '3', input: 'seed' },
      { name: 'denoise', node: '3', input: 'denoise' },
      { name: 'batch', node: '5', input: 'batch_size' },
      { name: 'prompt', node: '6', input: 'text' },
    ]);
    expect(workflow.graph['9']).toEqual({ class_type: 'PreviewImage', inputs: { images: ['8', 0] } });
    expect(JSON.stringify(workflow.graph)).not.toContain('_meta');
    expect(workflow).toMatchObject({
      output: '9',
      sampler: '3',
      isBatched: true,
      models: ['sd_xl_base_1.0.safetensors'],
      steps: { '3': 'sample', '4': 'load-ai-model', '6': 'encode-prompt', '8': 'decode', '9': 'save' },
    });
  });

  test('loses what its result does not need', () => {
    const graph = {
      ...GRAPH,
      note: node('Note', { text: 'mine' }),
      '11': node('SaveImage', { images: ['8', 0] }),
    };
    expect(Object.keys(parseWorkflow(JSON.stringify(graph)).graph).sort()).toEqual(Object.keys(GRAPH).sort());
  });

  test('of nested groups keeps their ids', () => {
    const graph = {
      ...GRAPH,
      '9': node('SaveImage', { images: ['12:8', 0] }, 'vitrine:result'),
      '12:8': GRAPH['8'],
    };
    expect(parseWorkflow(JSON.stringify(graph)).graph['12:8']).toEqual(node('VAEDecode', GRAPH['8'].inputs));
  });
});

describe('what is wrong with a graph is said in a sentence', () => {
  test.each<[string, unknown, string]>([
    ['a list', [], 'It is no graph in API format: nodes by their ids.'],
    ['nothing', {}, 'It has no nodes.'],
    [
      "the interface's own format",
      { nodes: [], links: [] },
      'It is saved for the interface: in ComfyUI choose "Export (API)" instead.',
    ],
    ['a node without a class', { 1: { inputs: {} } }, 'Node 1 is no node: it needs class_type and inputs.'],
    ['an id that is none', { '../1': node('A', {}) }, '"../1" is no id of a node.'],
    [
      'no result',
      { ...GRAPH, '9': node('SaveImage', { images: ['8', 0] }) },
      'Exactly one node must have the title vitrine:result; 0 have it.',
    ],
    [
      'two results',
      { ...GRAPH, '10': GRAPH['9'] },
      'Exactly one node must have the title vitrine:result; 2 have it.',
    ],
    [
      'a result that is no picture',
      { ...GRAPH, '9': node('SaveLatent', { samples: ['3', 0] }, 'vitrine:result') },
      'Node 9 (SaveLatent): vitrine:result must be on a PreviewImage or SaveImage.',
    ],
    [
      'a result without pictures',
      { ...GRAPH, '9': node('SaveImage', {}, 'vitrine:result') },
      'Node 9 (SaveImage): vitrine:result has no images.',
    ],
    [
      'a second output on the way',
      {
        ...GRAPH,
        '9': node('SaveImage', { images: ['10', 0] }, 'vitrine:result'),
        '10': node('PreviewImage', { images: ['8', 0] }),
      },
      'Node 10 (PreviewImage): puts something out besides the result: only one node may.',
    ],
    [
      'a name that is none',
      { ...GRAPH, '6': node('CLIPTextEncode', { text: '', clip: ['4', 1] }, 'vitrine:promt') },
      'Node 6 (CLIPTextEncode): vitrine:promt is no name that can be filled in.',
    ],
    [
      'a name at the wrong node',
      { ...GRAPH, '4': node('CheckpointLoaderSimple', { ckpt_name: 'x' }, 'vitrine:style') },
      'Node 4 (CheckpointLoaderSimple): vitrine:style needs an input called image.',
    ],
    [
      'a name at an input that is linked',
      { ...GRAPH, '6': node('CLIPTextEncode', { text: ['4', 0], clip: ['4', 1] }, 'vitrine:prompt') },
      'Node 6 (CLIPTextEncode): its text comes from another node: give that one the title vitrine:prompt.',
    ],
    [
      'a name that leads nowhere',
      { ...GRAPH, '10': node('LoadImage', { image: 'x.png' }, 'vitrine:style') },
      'Node 10 (LoadImage): vitrine:style is not connected to the result.',
    ],
    [
      'a link to nothing',
      { ...GRAPH, '8': node('VAEDecode', { samples: ['33', 0], vae: ['4', 2] }) },
      'Node 8 (VAEDecode): its samples is linked to nothing.',
    ],
    [
      'a link to a negative output',
      { ...GRAPH, '8': node('VAEDecode', { samples: ['3', -1], vae: ['4', 2] }) },
      'Node 8 (VAEDecode): its samples is linked to nothing.',
    ],
    [
      'a circle',
      { ...GRAPH, '5': node('EmptyLatentImage', { batch_size: 1, width: ['3', 0] }, 'vitrine:batch') },
      'Node 5 (EmptyLatentImage): its width goes round in a circle.',
    ],
    [
      'a value that is none',
      { ...GRAPH, '8': node('VAEDecode', { samples: ['3', 0], vae: { a: 1 } }) },
      'Node 8 (VAEDecode): its vae is neither a link nor a text of 20000 characters, a number or yes and no.',
    ],
    [
      'too many nodes',
      Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [i, node('A', {})])),
      'It has more than 1000 nodes.',
    ],
    [
      'too many inputs',
      {
        ...GRAPH,
        '8': node('VAEDecode', {
          samples: ['3', 0],
          ...Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`i${i}`, 1])),
        }),
      },
      'Node 8 (VAEDecode): has more than 200 inputs.',
    ],
  ])('%s', (_, graph, error) => {
    expect(() => parseWorkflow(JSON.stringify(graph))).toThrow(new WorkflowError(error));
  });

  test.each([
    '{"__proto__": {"class_type": "A", "inputs": {}}}',
    '{"constructor": 1}',
    `{"1": ${'{"inputs":'.repeat(2_000)}1${'}'.repeat(2_000)}}`,
    'null',
    '"vitrine:result"',
  ])('hostile: %.40s', (text) => {
    expect(() => parseWorkflow(text)).toThrow(expect.objectContaining({ name: 'WorkflowError' }));
    expect(({} as { class_type?: string }).class_type).toBeUndefined();
  });

  test('an input called like a prototype is left out', () => {
    const text = JSON.stringify(GRAPH).replace('"vae":', '"__proto__":{"a":1},"vae":');
    expect(parseWorkflow(text).graph).toEqual(parseWorkflow(JSON.stringify(GRAPH)).graph);
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  test('a chain of a thousand nodes is read', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 990 }, (_, i) => [`c${i}`, node('Pass', { a: [i === 0 ? '8' : `c${i - 1}`, 0] })]),
    );
    const graph = { ...GRAPH, ...chain, '9': node('SaveImage', { images: ['c989', 0] }, 'vitrine:result') };
    expect(Object.keys(parseWorkflow(JSON.stringify(graph)).graph)).toHaveLength(996);
  });
});

async function errorsOf(folder: string): Promise<Record<string, string | null>> {
  const { reports } = await readWorkflows(folder);
  return Object.fromEntries(reports.map(({ name, error }) => [name, error]));
}

function node(class_type: string, inputs: Record<string, unknown>, title?: string) {
  return title === undefined ? { class_type, inputs } : { class_type, inputs, _meta: { title } };
}

/** ComfyUI's first example, as it is exported. */
const GRAPH = {
  '3': node(
    'KSampler',
    { seed: 1, denoise: 1, model: ['4', 0], positive: ['6', 0], latent_image: ['5', 0] },
    'Sampler vitrine:seed, Vitrine:Denoise',
  ),
  '4': node('CheckpointLoaderSimple', { ckpt_name: 'sd_xl_base_1.0.safetensors' }, 'Load Checkpoint'),
  '5': node('EmptyLatentImage', { width: 1024, height: 1024, batch_size: 1 }, 'vitrine:batch'),
  '6': node('CLIPTextEncode', { text: 'a chair', clip: ['4', 1] }, 'vitrine:prompt'),
  '8': node('VAEDecode', { samples: ['3', 0], vae: ['4', 2] }),
  '9': node('SaveImage', { images: ['8', 0], filename_prefix: 'ComfyUI' }, 'vitrine:result'),
};
