import { randomUUID } from 'node:crypto';
import type { SavedView } from '../../src/contract/http/camera-views.ts';

/** A saved view. @param id Its number, from which name, order and camera follow. */
export function makeView(id: number, fields: Partial<SavedView> = {}): SavedView {
  return {
    uuid: randomUUID(),
    id,
    name: `View ${id}`,
    pose: {
      position: [id, 2, 15],
      target: [0, 0, 0],
      up: [0, 1, 0],
      quaternion: [0, 0, 0, 1],
      fovDegrees: 45,
    },
    model_hash: null,
    is_active: false,
    order: id,
    timestamp: 1_000 + id,
    model_transform: null,
    thumbnail: null,
    backend_id: null,
    version: '2.1.0',
    ...fields,
  };
}
