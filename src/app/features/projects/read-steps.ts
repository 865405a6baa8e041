import { z } from 'zod';
import { SavedView } from '../../../contract/http/camera-views.ts';
import { Look } from '../../../contract/http/looks.ts';
import { MaterialSelection, PatchProjectBody } from '../../../contract/http/projects.ts';
import { ContentHash } from '../../../contract/ids.ts';
import { CameraPose } from '../../../contract/render-spec.ts';
import { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import type { Step, StepRow, Steps } from '../../data/command-log.ts';
import type { Database } from '../../data/db.ts';

/** Both directions of an edit. */
function sides<Side extends z.ZodType>(side: Side) {
  return { before: side, after: side };
}

const EntryTarget = z.object({ id: z.string(), index: z.number(), entry: ModelMaterial.nullable() });
const SingleEdit = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('settings'),
    ...sides(
      PatchProjectBody.omit({ revision: true, camera_views: true }).extend({
        model_materials: z.array(EntryTarget).optional(),
      }),
    ),
  }),
  z.object({
    kind: z.literal('views'),
    ...sides(z.array(z.tuple([z.string(), SavedView.nullable()]))),
  }),
  z.object({ kind: z.literal('selection'), ...sides(MaterialSelection.nullable()) }),
  z.object({ kind: z.literal('camera'), ...sides(CameraPose.nullable()) }),
  z.object({
    kind: z.literal('lens'),
    ...sides(CameraPose.pick({ fovDegrees: true, sensor: true, shift: true, depthOfField: true })),
  }),
  z.object({ kind: z.literal('model-hash'), ...sides(ContentHash) }),
  z.object({ kind: z.literal('look'), ...sides(z.looseObject({ id: z.string(), look: Look })) }),
  z.object({
    kind: z.literal('sketches'),
    ids: z.array(z.string()),
    ...sides(z.array(z.looseObject({ id: z.string(), steps: z.array(z.unknown()) }))),
  }),
]);
const Edit = z.discriminatedUnion('kind', [
  ...SingleEdit.options,
  z.object({ kind: z.literal('several'), edits: z.array(SingleEdit) }),
]);
/** Views that another model took away in an earlier version were part of the settings: they come back as views. */
function renewEdit(edit: unknown): unknown {
  const known = z
    .looseObject({
      kind: z.literal('settings'),
      before: z.looseObject({ camera_views: z.array(SavedView) }),
    })
    .safeParse(edit);
  if (!known.success) return edit;
  const views = known.data.before.camera_views.map((view) => [view.uuid, view]);
  return { kind: 'several', edits: [edit, { kind: 'views', before: views, after: [] }] };
}

/** A command as an earlier version of the product may have kept it. */
const Command = z.object({
  label: z.string(),
  edit: z.preprocess(renewEdit, Edit),
  mergeKey: z.string().optional(),
});

/**
 * What could be undone and done again when the project was last edited on this device. From the first step on that this
 * version cannot read, and for what lies behind it, there is nothing.
 */
export async function readSteps(db: Database, projectKey: string): Promise<Steps> {
  const rows = await db.run(() => db.steps.where('projectKey').equals(projectKey).sortBy('position'));
  const read = (wanted: readonly StepRow[]): Step[] => {
    const steps: Step[] = [];
    for (const { step } of wanted) {
      const command = Command.safeParse(step.command);
      if (!command.success) break;
      // Of another visit: nothing melts into it.
      steps.push({ ...step, at: 0, command: command.data as Step['command'] });
    }
    return steps.reverse();
  };
  return {
    done: read(rows.filter(({ isDone }) => isDone).reverse()),
    undone: read(rows.filter(({ isDone }) => !isDone)),
  };
}
