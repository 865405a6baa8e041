import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as constants from '../../src/contract/constants.ts';
import { HELPER_VIEWS } from '../../src/contract/stage.ts';

const SOURCES = join(import.meta.dirname, '../../src');

type Row = readonly [says: string, name: keyof typeof constants, value: unknown];

/** S2 section 9, line by line, as docs/decisions.md reads it; steps and snaps stand in section 4. */
const ROWS: readonly Row[] = [
  ['views: at most 20', 'SAVED_VIEWS_MAX', 20],
  ['views: version 2.1.0', 'VIEW_VERSION', '2.1.0'],
  ['views: field of view 45', 'FOV_DEGREES_DEFAULT', 45],
  ['views: field of view 45 and radius 15 of the older form', 'LEGACY_VIEW', { fovDegrees: 45, radius: 15 }],
  ['transition 600 ms', 'VIEW_TRANSITION_MS', 600],
  ['last camera saved 500 ms after the last change', 'VIEW0_DEBOUNCE_MS', 500],
  ['last camera enabled after 3000 ms', 'VIEW0_ENABLE_MS', 3_000],
  [
    'backup after 1 s, every 30000 ms; section 4: 5 kept, checks at 2 s and 3 s, 3 attempts',
    'VIEW_BACKUPS',
    { delayMs: 1_000, everyMs: 30_000, kept: 5, checksMs: [2_000, 3_000], attempts: 3 },
  ],
  ['S3 9: 100 ms fidelity and style strength', 'FIDELITY_DEBOUNCE_MS', 100],
  ['S3 9: 150 ms creativity', 'CREATIVITY_DEBOUNCE_MS', 150],
  ['S3 4: prompt edits 300 ms', 'PROMPT_DEBOUNCE_MS', 300],
  ['S3 9: 50 ms material updates', 'MATERIAL_GUARD_MS', 50],
  ['S3 9: project update sync 2 s', 'PROJECT_SYNC_DEBOUNCE_MS', 2_000],
  ['S3 5: prompts of 500 characters', 'PROMPT_MAX_LENGTH', 500],
  ['S3 9: batches from 1', 'BATCH_MIN', 1],
  ['S3 9: batches to 4', 'BATCH_MAX', 4],
  ['S3 9: creativity 50 percent (H1)', 'CREATIVITY_DEFAULT', 0.5],
  ['S3 9: fidelity 50 (H5)', 'FIDELITY_DEFAULT', 0.5],
  ['S3 9: style strength 50', 'STYLE_STRENGTH_DEFAULT', 0.5],
  ['S3 9: 4 materials of a render', 'MAX_RENDER_MATERIALS', 4],
  ['S3 9: 20 groups examined (G10)', 'MAX_EXAMINED_MATERIALS', 20],
  ['S3 4: a render 100 ms after the first upload (I12)', 'FIRST_UPLOAD_PAUSE_MS', 100],
  ['L4: an order pressed offline lives for an hour', 'OFFLINE_ORDER_LIFETIME_MS', 3_600_000],
  ['S1 9: 200 credits an image where nothing else is known (B16)', 'RENDER_COST_FALLBACK', 200],
  ['L18: draft, standard and high', 'QUALITY_PRICE', { draft: 0.5, standard: 1, high: 2 }],
  ['L18: enlarged to 2K and 4K', 'OUTPUT_PRICE', { 2048: 1.5, 4096: 3 }],
  ['loader hides after 300 ms', 'LOADER_HIDE_MS', 300],
  ['loader hides after 500 ms at the latest', 'LOADER_END_MS', 500],
  [
    'notification 4 s in the viewer, beside what S1 9 and S3 9 say (A4)',
    'TOAST_MS',
    {
      page: { success: 3_000, info: 3_000, warning: 3_000, error: 3_000 },
      pricing: { success: 4_000, info: 4_000, warning: 4_000, error: 4_000 },
      feedback: { success: 3_000, info: 3_000, warning: 3_000, error: 4_000 },
      viewer: { success: 4_000, info: 4_000, warning: 4_000, error: 4_000 },
      workflow: { success: 5_000, info: 6_000, warning: 8_000, error: 5_000 },
      maxMaterials: { success: 3_000, info: 3_000, warning: 3_000, error: 3_000 },
    },
  ],
  ['background #1e1e1e', 'STAGE_BACKGROUND', '#1e1e1e'],
  ['pixel ratio capped (A18)', 'PIXEL_RATIO_MAX', 2],
  ['exposure 0.6 of the two that are named (D18)', 'EXPOSURE_DEFAULT', 0.6],
  ['capture and mask resolution 1024', 'CAPTURE_SIZE_PX', 1_024],
  ['light-map canvas 1024', 'LIGHT_MAP_PX', 1_024],
  [
    'brush: scaled by 0.01, size 15 of 1 to 100, opacity 1, white',
    'BRUSH',
    { size: { min: 1, max: 100, default: 15 }, scale: 0.01, opacity: 1, colour: '#ffffff' },
  ],
  ['near 0.1', 'CAMERA_NEAR_DEFAULT', 0.1],
  ['far 10000', 'CAMERA_FAR_DEFAULT', 10_000],
  ['rotate speed 1', 'ORBIT_ROTATE_SPEED', 1],
  ['zoom speed 1.2', 'ORBIT_ZOOM_SPEED', 1.2],
  ['pan speed 1', 'ORBIT_PAN_SPEED', 1],
  ['damping 0.05', 'ORBIT_DAMPING', 0.05],
  ['rotation 0.01 per pixel', 'ORBIT_ROTATION_PER_PX', 0.01],
  ['distance 0.1 to 1000', 'ORBIT_DISTANCE_DEFAULT', { min: 0.1, max: 1_000 }],
  ['distance 0.5 to 100 of the toolkit (E1)', 'ORBIT_DISTANCE_UNKNOWN', { min: 0.5, max: 100 }],
  ['distance 0.1 to 10 times the size', 'ORBIT_DISTANCE_SIZES', { min: 0.1, max: 10 }],
  ['movement 0.05 times the size', 'CAMERA_STEP_SIZES', 0.05],
  [
    'lights: ambient, main, front, fill, shadow map; the other preset is of S3 (D17)',
    'LIGHT_PRESETS',
    {
      studio: { ambient: 0.4, main: 0.6, front: 0.2, fill: 0.1, shadowMapPx: 1_024 },
      render: { ambient: 0.5, main: 0.8, front: 0.3, fill: 0.2, shadowMapPx: 2_048 },
    },
  ],
  ['default grey', 'MATERIAL_RESET', { colour: '#e7e7e7', metalness: 0.1, roughness: 0.8 }],
  ['dynamic view: 15, 5 to 50', 'HELPER_DISTANCE', { default: 15, min: 5, max: 50, sizes: 1.5 }],
  [
    'isometric view: 10,10,10, or 0.8 of the distance (section 4)',
    'HELPER_ISOMETRIC',
    { default: 10, share: 0.8 },
  ],
  ['vertical or long by a factor of 1.2 (section 4)', 'ORIENTATION_RATIO', 1.2],
  [
    'snaps: Ctrl, Shift, both, none',
    'TRANSFORM_SNAPS',
    {
      none: null,
      coarse: { degrees: 90, units: 10, factor: 1.5 },
      medium: { degrees: 45, units: 5, factor: 1.25 },
      fine: { degrees: 10, units: 1, factor: 1.1 },
    },
  ],
  ['steps of a key', 'TRANSFORM_STEPS', { units: 0.5, degrees: 10, scale: 0.1 }],
];

const values = new Map<string, unknown>(Object.entries(constants));
const used = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('contract/constants.ts'))
  .map((path) => readFileSync(join(SOURCES, path), 'utf8'))
  .join('\n');

test.each(ROWS)('%s: %s', (_says, name, value) => {
  expect(values.get(name)).toEqual(value);
  expect(used).toMatch(new RegExp(`\\b${name}\\b`));
});

test('digits 1 to 7 are the seven views of the view helper', () => {
  expect(HELPER_VIEWS).toHaveLength(7);
});
