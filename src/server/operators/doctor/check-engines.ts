import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { ServerPlace } from '../../renders/engines/comfyui/comfyui.ts';
import { type Finding, fail, ok, reasonOf } from './finding.ts';

const PATIENCE_MS = 5_000;

/** Whether the built-in engine is built, and ComfyUI answers where it was said to be. */
export async function checkEngines(config: Config): Promise<Finding[]> {
  const parts = [join(config.tracerDir, 'kernel.wasm'), join(config.workersDir, 'studio-worker.js')];
  const lacking = parts.filter((path) => !existsSync(path));
  const studio =
    lacking.length === 0
      ? ok('studio', 'The built-in engine is there.')
      : fail('studio', `The built-in engine lacks ${lacking.join(', ')}.`, 'Run “npm run build”.');
  return [studio, ...(await Promise.all(config.comfyServers.map(checkComfy)))];
}

/** Its address without a name and a password that may stand in it. */
async function checkComfy({ url, headers, isExpected }: ServerPlace): Promise<Finding> {
  const { origin } = new URL(url);
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(`${url.replace(/\/+$/, '')}/system_stats`, { headers, signal });
    if (!answer.ok) throw new Error(`it answers with status ${answer.status}`);
    const { system } = (await answer.json()) as { system?: { comfyui_version?: string } };
    if (system === undefined) throw new Error('what answers is not ComfyUI');
    return ok('comfyui', `ComfyUI ${system.comfyui_version ?? ''} answers at ${origin}.`.replace('  ', ' '));
  } catch (error) {
    if (!isExpected) return ok('comfyui', `There is none at ${origin}: the built-in engine draws alone.`);
    const todo = 'Start it, or change COMFY_URLS and COMFY_HEADERS; the built-in engine draws meanwhile.';
    return fail('comfyui', `ComfyUI at ${origin} does not answer: ${reasonOf(error)}.`, todo);
  }
}
