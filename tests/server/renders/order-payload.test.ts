import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOrder, type OrderDraft } from '../../../src/app/features/order/describe-order.ts';
import { writeOrderFields } from '../../../src/app/features/order/write-order-fields.ts';
import { freshSettings } from '../../../src/app/state/projects.ts';
import type { OrderMask } from '../../../src/app/values/order-request.ts';
import type { ProjectBody, ProjectSettings } from '../../../src/contract/http/projects.ts';
import { MaterialId } from '../../../src/contract/ids.ts';
import { type RenderSpec, SceneSpec } from '../../../src/contract/render-spec.ts';
import {
  findItem,
  picture,
  type RenderBody,
  type RenderServer,
  SIZE_PX,
  sceneOf,
  startRenderServer,
} from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

const VIEW = '6f9619ff-8b86-4011-b42d-00c04fc96400';
const UNKNOWN = MaterialId.parse('6f9619ff-8b86-4011-b42d-00c04fc964ff');

let server: RenderServer;
let person: Person;
let project: ProjectBody;
beforeAll(async () => {
  server = await startRenderServer();
  person = await server.signUp();
  project = await server.get<ProjectBody>(person, '/api/project/active/');
});
afterAll(() => server.stop());

const small = (changes: Partial<ProjectSettings['render_settings']> = {}): ProjectSettings => {
  const settings = freshSettings('Chair');
  const size = { width: SIZE_PX, height: SIZE_PX, quality: 'draft' } as const;
  return { ...settings, render_settings: { ...settings.render_settings, ...size, ...changes } };
};
const maskOf = (name: string, changes: Partial<OrderMask> = {}): OrderMask => ({
  materialId: project.model_materials[0]!.id,
  name,
  originalNames: [name, 'Shell'],
  priority: 1,
  materialIndex: project.model_materials[0]!.originalIndex,
  isLocked: false,
  ...changes,
});
const draft = (changes: Partial<OrderDraft>): OrderDraft => ({
  settings: small(),
  scene: SceneSpec.parse(sceneOf(project)),
  camera: {
    position: [1, 2, 3],
    target: [0.5, 0, 0],
    up: [0, 0.6, 0.8],
    quaternion: [0.5, 0.5, 0.5, 0.5],
    fovDegrees: 33,
    sensor: 'medium-format',
    shift: [0.25, -0.5],
    depthOfField: { fNumber: 2.8, focus: [0, 1, 2], metresPerUnit: 0.02 },
  },
  masks: [],
  prioritization: {
    total: 1,
    processed: 1,
    skipped: 0,
    processedList: ['Walnut'],
    skippedList: [],
    originalNames: ['Shell'],
    hasManualSelection: false,
  },
  backdrop: null,
  plan: { engine: 'studio', outputPx: null, workflow: null, keepsProduct: null },
  viewIds: [],
  inSet: null,
  ...changes,
});

/** The wire's fields, and the recipe that the server made of them. */
async function send(
  changes: Partial<OrderDraft>,
  files: Record<string, Blob> = {},
): Promise<{ wire: Record<string, string>; recipe: RenderSpec; render: RenderBody }> {
  const fields = writeOrderFields(describeOrder(draft(changes)));
  expect(new Set(fields.map(([name]) => name)).size).toBe(fields.length);
  const wire = Object.fromEntries(fields);
  const own = { background_color: undefined, positive_prompt: undefined };
  const { status, body } = await server.order(person, { ...own, ...wire, ...files });
  expect([status, body.code]).toEqual([202, undefined]);
  const render = await server.finish(person, body.id);
  return { wire, recipe: render.recipe, render };
}

test('everything that a person can set reaches the recipe as S3 7 and L13 write it', async () => {
  const background = await findItem(server, person, 'background', 'grey-sweep');
  const style = await findItem(server, person, 'style', 'catalogue');
  const files = {
    outline_snapshot: await picture('#010101'),
    depth: await picture('#020202'),
    normal: await picture('#8080ff'),
    alpha: await picture('#030303'),
    lightmap: await picture('#040404'),
    'masks[0][mask_image]': await picture('#ffffff'),
    'masks[1][mask_image]': await picture('#000000'),
  };
  const masks = [
    maskOf('Kept', { isLocked: true, priority: 1 }),
    maskOf('Walnut', { materialId: UNKNOWN, priority: 2 }),
    // Its picture is missing: the server skips it.
    maskOf('Lost', { priority: 3 }),
  ];
  const { wire, recipe, render } = await send(
    {
      settings: {
        ...small({ batch_size: 3, quality: 'high' }),
        positive_prompt: '  oak  ',
        negative_prompt: ' fog ',
        use_negative_prompt: true,
        creativity: 0.25,
        style_id: style.id,
        style_strength: 0.75,
        background_id: background.id,
        background_fidelity: 0.5,
        seed: '9',
      },
      masks,
      viewIds: [VIEW],
    },
    files,
  );
  const rows: readonly (readonly [string, string, unknown, unknown])[] = [
    ['positive_prompt', 'oak', recipe.positivePrompt, 'oak'],
    ['negative_prompt', 'fog', recipe.negativePrompt, 'fog'],
    ['use_negative_prompt', 'true', recipe.useNegativePrompt, true],
    ['creativity', '0.25', recipe.creativity, 0.25],
    ['style_id', String(style.id), recipe.style?.imageHash, style.image_hash],
    ['style_strength', '0.75', recipe.style?.strength, 0.75],
    ['background_id', String(background.id), 'imageHash' in recipe.background, true],
    // 1 - 0.95 f on the wire, f again in the recipe (H4).
    ['background_fidelity', '0.525', 'fidelity' in recipe.background && recipe.background.fidelity, 0.5],
    ['fix_seed', 'false', recipe.isSeedFixed, false],
    ['batch_size', '3', recipe.batchSize, 3],
    ['width', '64', recipe.widthPx, 64],
    ['height', '64', recipe.heightPx, 64],
    ['quality', 'high', recipe.quality, 'high'],
    ['engine', 'studio', recipe.engineBuild.engine, 'studio'],
    ['view_ids', JSON.stringify([VIEW]), render.view_ids, [VIEW]],
    ['masks[0][material_name]', 'Kept', recipe.masks[0]?.materialName, 'Kept'],
    ['masks[0][mask_name]', 'Kept, Shell', recipe.masks[0]?.maskName, 'Kept, Shell'],
    ['masks[0][locked]', 'true', recipe.masks[0]?.isLocked, true],
    ['masks[1][material_id]', UNKNOWN, recipe.masks[1]?.materialId, UNKNOWN],
    ['masks[1][original_names]', '["Walnut","Shell"]', recipe.masks[1]?.originalNames, ['Walnut', 'Shell']],
    ['masks[1][is_prioritized]', 'true', recipe.masks[1]?.isPrioritized, true],
    ['masks[1][priority]', '2', recipe.masks[1]?.priority, 2],
    // By the scene's own number, though the project knows no such material.
    [
      'masks[1][material_index]',
      String(project.model_materials[0]?.originalIndex),
      recipe.masks[1]?.materialImageHash,
      project.model_materials[0]?.textureHash,
    ],
    ['masks[2][material_name]', 'Lost', recipe.masks.length, 2],
  ];
  for (const [field, sent, read, meant] of rows) {
    expect([field, wire[field], read]).toEqual([field, sent, meant]);
  }
  // The seed travels only where it is fixed (S3 5).
  expect([wire.seed, wire.group, wire.background_color]).toEqual([undefined, undefined, undefined]);
  expect(recipe.camera).toEqual(draft({}).camera);
  expect(JSON.parse(wire.renderview_parameters!)).toMatchObject({ fov: 33, up: [0, 0.6, 0.8] });
  expect(JSON.parse(wire.prioritization_info!)).toEqual(draft({}).prioritization);
  expect(Object.entries(recipe.passes).filter(([, hash]) => hash === null)).toEqual([]);
});

test('a colour, a fixed seed, and ends of ranges', async () => {
  const { wire, recipe } = await send({
    settings: {
      ...small({ batch_size: 4 }),
      background_color: '#123456',
      background_fidelity: 1,
      positive_prompt: 'x'.repeat(600),
      fix_seed: true,
      seed: '0',
    },
  });
  expect([wire.seed, recipe.seed, recipe.isSeedFixed]).toEqual(['0', '0', true]);
  // A fixed seed makes one picture (H10).
  expect([wire.batch_size, recipe.batchSize]).toEqual(['1', 1]);
  // Fidelity is always sent, and means nothing to a colour (H7).
  expect([wire.background_fidelity, recipe.background]).toEqual([
    '0.05',
    { kind: 'colour', colour: '#123456' },
  ]);
  expect([wire.positive_prompt?.length, recipe.positivePrompt.length]).toEqual([500, 500]);
  expect([wire.style_id, recipe.style, wire.view_ids, recipe.masks]).toEqual([
    undefined,
    null,
    undefined,
    [],
  ]);
});
