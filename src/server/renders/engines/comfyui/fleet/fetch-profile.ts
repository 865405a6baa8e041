import type { ServerProfile } from '../graph/parts.ts';
import type { Timing } from '../job/timing.ts';
import type { ComfyHttp } from './comfy-http.ts';
import { type Preference, readProfile } from './read-profile.ts';
import { ObjectInfo, SystemStats } from './server-shapes.ts';

/** Asks a server what it can do. The first call is short: it tells whether anybody is there. */
export async function fetchProfile(
  http: ComfyHttp,
  preference: Preference,
  timing: Timing,
  signal: AbortSignal,
): Promise<ServerProfile> {
  const stats = await http.read('system_stats', SystemStats, timing.connectMs, signal);
  const info = await http.read('object_info', ObjectInfo, timing.infoMs, signal);
  return readProfile(stats, info, preference);
}
