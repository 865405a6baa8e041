import { expect, test } from 'vitest';
import { judgeService, type Service, type ServiceFacts } from '../../../src/app/core/judge-service.ts';
import { judgeButton } from '../../../src/app/features/order/judge-button.ts';
import { describeLoader } from '../../../src/app/features/progress/describe-loader.ts';
import { planEngine } from '../../../src/app/model/plan-engine.ts';
import { advanceLoader } from '../../../src/app/state/loader-machine.ts';
import { initialLoader } from '../../../src/app/state/loader-state.ts';
import { en } from '../../../src/app/texts/en/common.ts';

const AI = { level: 'full' as const, can_upscale: false, workflows: [] };
const none = { active_servers: 0, ai: null, busy: [] };
const studio = { active_servers: 1, ai: null, busy: [] };
const ai = { active_servers: 2, ai: AI, busy: [] };
const SYSTEMS: readonly (readonly [string, ServiceFacts['system'], Service])[] = [
  ['nothing told yet', null, 'unknown'],
  ['no engine', none, 'none'],
  ['Studio', studio, 'studio'],
  ['Studio at work', { ...studio, busy: ['studio'] }, 'studio-busy'],
  ['AI', ai, 'ai'],
  ['AI, Studio at work', { ...ai, busy: ['studio'] }, 'ai'],
  ['AI, all its servers at work', { ...ai, busy: ['comfyui'] }, 'ai-busy'],
  ['all at work', { ...ai, busy: ['comfyui', 'studio'] }, 'ai-busy'],
];

/** What pill, loader at rest and button say of each. */
const SENTENCES: Readonly<Record<Service, readonly [pill: string | null, loader: string, button: string]>> = {
  offline: ['Offline, work is safe here', 'Offline', 'Render'],
  gone: ['Server not reached, work is safe here', 'The server does not answer', 'Render'],
  'signed-out': ['Signed out', 'Signed out', 'Render'],
  unknown: [null, 'Idle', 'Render'],
  none: ['No servers available', 'No servers available', 'Render'],
  studio: ['Engine ready', 'Ready', 'Render'],
  'studio-busy': ['Engine busy', 'All servers are busy', 'Render'],
  ai: ['Engine ready', 'Ready', 'Render with AI'],
  'ai-busy': ['All AI servers busy', 'All servers are busy', 'Render with AI'],
};

function pillOf(service: Service): string | null {
  if (service === 'offline' || service === 'gone') return en.shell[service];
  if (service === 'signed-out') return en.shell.signedOut(0);
  return service === 'unknown' ? null : en.shell.engines[service];
}

for (const [name, system, online] of SYSTEMS) {
  for (const connection of ['online', 'offline', 'gone', 'auth'] as const) {
    for (const isOutdated of [false, true]) {
      const atRest = isOutdated ? 'unknown' : online;
      const expected = connection === 'online' ? atRest : connection === 'auth' ? 'signed-out' : connection;
      test(`${connection}, ${name}${isOutdated ? ', as of before' : ''}: pill, loader and button say “${expected}”`, () => {
        const service = judgeService({ connection, system, isOutdated });
        expect(service).toBe(expected);
        // What the loader has seen while all was well changes nothing about it.
        const seen = { activeServers: 2, totalServers: 2, hasAi: true, pending: [], running: [] };
        const loader = advanceLoader(initialLoader(), { kind: 'systemSeen', ...seen });
        const wanted = {
          engine: 'auto',
          output_px: null,
          workflow: null,
          keep_product: 'studio',
          width: 1024,
          height: 1024,
        } as const;
        const plan = planEngine(wanted, system && { ai: system.ai, engines: ['studio'] });
        const button = judgeButton({
          look: { width: 1024, height: 1024, keep_layers: false },
          account: { status: 'signed-in' },
          project: { status: 'ready', key: 'k' },
          stage: {
            modelHash: 'f'.repeat(64) as never,
            load: null,
            graphics: 'ready',
            toolbar: null,
            failed: null,
          },
          button: 'ready',
          service,
          plan,
        });
        const { text, led } = describeLoader(en, loader, service);
        expect([pillOf(service), text, en.order[button.label]]).toEqual(SENTENCES[service]);
        expect(led).toBe(service === 'studio' || service === 'ai' ? 'ok' : 'warn');
      });
    }
  }
}
