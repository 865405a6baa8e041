import { loadCode } from '../../browser/load-code.ts';
import type { App } from '../../core/app.ts';
import { useSystem } from '../../core/render-queries.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { cancelAllRenders } from './cancel-all-renders.ts';
import { cancelRender } from './cancel-render.ts';
import { switchEngine } from './switch-engine.ts';

/** What a person does about orders under way. None rejects: what went wrong is said. */
export interface OrderActions {
  readonly cancel: (renderId: number) => Promise<void>;
  readonly cancelAll: () => Promise<void>;
  /** Has those that wait run in this sequence. */
  readonly reorder: (renderIds: readonly number[]) => Promise<void>;
  /** Has Studio draw it; null without one. */
  readonly toStudio: ((renderId: number) => Promise<void>) | null;
}

export function useOrderActions(): OrderActions {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const system = useSystem();
  const saying = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      app.toasts.show('error', describeError(texts, error), { cause: error });
    }
  };
  const tellCancelled = (title: string, refunded: number): void => {
    app.toasts.show('info', title, refunded > 0 ? { message: t.loader.refunded(refunded) } : {});
  };
  const hasStudio = system?.system.engines.includes('studio') === true;
  return {
    cancel: (renderId) =>
      saying(cancelRender(app, renderId).then((refunded) => tellCancelled(t.loader.cancelled, refunded))),
    cancelAll: () =>
      saying(
        cancelAllRenders(app).then(({ count, refunded }) =>
          tellCancelled(t.loader.allCancelled(count), refunded),
        ),
      ),
    reorder: (renderIds) => saying(reorder(app, renderIds)),
    toStudio: hasStudio ? (renderId) => saying(switchEngine(app, renderId, 'studio')) : null,
  };
}

async function reorder(app: App, renderIds: readonly number[]): Promise<void> {
  const { reorderRenders } = await loadCode(() => import('./reorder-renders.ts'));
  await reorderRenders(app, renderIds);
}
