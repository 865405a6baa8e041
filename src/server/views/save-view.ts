import { randomUUID } from 'node:crypto';
import { describeView } from '../../contract/camera/describe-view.ts';
import { viewsOfModel } from '../../contract/camera/model-views.ts';
import { VIEW_VERSION } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { AccountLanguage } from '../../contract/http/accounts.ts';
import type { CameraViewBody, CameraViewInput, SavedView } from '../../contract/http/camera-views.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import { CURRENT_VIEW } from './find-view.ts';
import { readView } from './read-view.ts';
import { storeCurrentView } from './store-current-view.ts';
import { storeView } from './store-view.ts';

const NAME_DEFAULT = { en: 'View', es: 'Vista' } as const; // S3 3, E12

/** What became of a view that was sent. */
export interface SavedAnswer {
  readonly view: CameraViewBody;
  readonly isNew: boolean;
}

/**
 * Saves a view in a project that the transaction has locked. A view with a uuid that is known takes the place of its
 * older self, and an older one changes nothing (E13); number 0 is the current view.
 *
 * @param language Of the name, when the body has none.
 * @throws AppError `invalid-request`; `view-limit`; `view-deleted` for a view that was deleted after this state of it.
 */
export async function saveView(
  tx: Transaction,
  project: ProjectRow,
  body: CameraViewInput,
  context: { readonly now: Date; readonly language: AccountLanguage },
): Promise<SavedAnswer> {
  const number = body.view_number ?? body.id;
  if (number === CURRENT_VIEW) {
    return { view: await storeCurrentView(tx, project, body, context.now), isNew: false };
  }
  const { camera_views: views, render_settings: settings } = project.settings;
  const uuid = body.uuid ?? randomUUID();
  const timestamp = body.timestamp ?? context.now.getTime();
  const known = views.find((view) => view.uuid === uuid);
  if (known !== undefined && known.timestamp > timestamp) return { view: describeView(known), isNew: false };
  const deletion = settings.deleted_views.find((view) => view.uuid === uuid);
  if (deletion !== undefined && deletion.timestamp >= timestamp) throw new AppError({ code: 'view-deleted' });

  const model = body.model_hash ?? ContentHash.nullable().parse(project.modelHash);
  const others = viewsOfModel({ camera_views: views, model_hash: model });
  const label = number ?? known?.id ?? 1 + Math.max(0, ...others.map(({ id }) => id));
  const fresh = {
    uuid,
    name: `${NAME_DEFAULT[context.language]} ${label}`,
    pose: null,
    model_hash: model,
    is_active: false,
    order: label,
    model_transform: null,
    thumbnail: null,
    backend_id: null,
    version: VIEW_VERSION,
  } as const;
  const view: SavedView = readView(body, { ...(known ?? fresh), id: label, timestamp });
  return { view: describeView(await storeView(tx, project, view)), isNew: known === undefined };
}
