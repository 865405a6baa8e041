import { z } from 'zod';
import { type LegacyDefaults, readModelTransform, readPose } from '../../contract/camera/legacy-view.ts';
import { LEGACY_VIEW, PROJECT_VIEWS_MAX } from '../../contract/constants.ts';
import { CameraViewInput, DeletedView, SavedView } from '../../contract/http/camera-views.ts';
import { CameraPose } from '../../contract/render-spec.ts';

/** What a view that came without them gets. */
export interface ViewDefaults {
  readonly randomUuid: () => string;
  readonly now: () => number;
  /** In the person's language, for a view without a name. */
  readonly nameOf: (id: number) => string;
  /** Of the orbit form; by default those of views kept on a device. */
  readonly legacy?: LegacyDefaults;
}

/**
 * Reads a list of views in any form they were ever kept or sent in. What is no valid view is dropped, and so are the
 * current view, which has number 0, and a second one of the same uuid (S2 4, S2 5, E7).
 *
 * @param value Anything at all, also what somebody else wrote.
 */
export function readStoredViews(value: unknown, defaults: ViewDefaults): SavedView[] {
  if (!Array.isArray(value)) return [];
  const views = new Map<string, SavedView>();
  for (const entry of value) {
    const view = readView(entry, defaults);
    if (view !== null && !views.has(view.uuid)) views.set(view.uuid, view);
  }
  return [...views.values()].sort((a, b) => a.order - b.order).slice(0, PROJECT_VIEWS_MAX);
}

/** The deletions among any value. */
export function readStoredDeletions(value: unknown): DeletedView[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => DeletedView.safeParse(entry).data ?? []);
}

const Numbered = z.looseObject({ id: z.number(), view_number: z.number().nullish() });
/** S2 5: what a view kept on a device must have. */
const Exact = z.looseObject({
  cameraPosition: z.looseObject({ x: z.number() }),
  target: z.looseObject({ x: z.number() }),
  cameraQuaternion: z.looseObject({}),
  timestamp: z.number(),
});

function readView(entry: unknown, defaults: ViewDefaults): SavedView | null {
  const { data: numbered } = Numbered.safeParse(entry);
  const id = numbered?.view_number ?? numbered?.id;
  if (numbered === undefined || id === undefined || id === 0 || numbered.id === 0) return null;
  const own = SavedView.safeParse({ ...numbered, id });
  if (own.success) return own.data;
  const isExact = 'cameraPosition' in numbered || 'cameraQuaternion' in numbered;
  if (isExact && !Exact.safeParse(numbered).success) return null;
  const { data: body } = CameraViewInput.safeParse(numbered);
  if (body === undefined) return null;
  const pose = CameraPose.safeParse(readPose(body, null, defaults.legacy ?? LEGACY_VIEW));
  if (!pose.success) return null;
  const model = readModelTransform(body);
  return (
    SavedView.safeParse({
      uuid: body.uuid ?? defaults.randomUuid(),
      id,
      name: body.name || defaults.nameOf(id),
      model_hash: body.model_hash ?? null,
      pose: pose.data,
      is_active: false,
      order: body.order ?? id,
      timestamp: body.timestamp ?? defaults.now(),
      model_transform: model ?? null,
    }).data ?? null
  );
}
