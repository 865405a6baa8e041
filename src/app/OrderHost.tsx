import { useSnapshot } from 'valtio';
import type { ProjectSettings } from '../contract/http/projects.ts';
import { currentSettings } from './core/edit-settings.ts';
import { useApp } from './core/use-app.ts';
import { useConfig } from './core/use-config.ts';
import { useLiveQuery } from './core/use-live-query.ts';
import { useModel } from './core/use-model.ts';
import { useSettings } from './core/use-settings.ts';
import { wearLook } from './features/looks/wear-look.ts';
import { listViews } from './features/views/list-views.ts';
import { SetFrame } from './shell/lazy-frames.tsx';
import { useTexts } from './texts/use-texts.ts';
import { lazyPart, NoFrame } from './ui/lazy-part.tsx';

const NoCredits = lazyPart(async () => (await import('./features/order/NoCredits.tsx')).NoCredits, NoFrame);
const OrderSet = lazyPart(async () => (await import('./features/order/OrderSet.tsx')).OrderSet, SetFrame);

/** Shows what `state.shell.modal` asks for about orders: a set of views and looks, or one that the balance refuses. */
export function OrderHost() {
  const app = useApp();
  const { modal } = useSnapshot(app.state.shell);
  const isSold = (useConfig()?.payments ?? 'off') !== 'off';
  const close = (): void => {
    app.state.shell.modal = null;
  };
  if (modal?.kind === 'no-credits') {
    return (
      <NoCredits
        orderKey={modal.orderKey}
        onClose={close}
        {...(isSold ? { onBuy: () => void (app.state.shell.modal = { kind: 'credits' }) } : {})}
      />
    );
  }
  return modal?.kind === 'order-set' ? <SetHost onClose={close} /> : null;
}

function SetHost({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const { t } = useTexts();
  const { userId } = useSnapshot(app.state.account);
  const { isCameraOnly } = useSnapshot(app.state.views);
  const settings = useSettings();
  const model = useModel();
  // Kept lights are worn over what is there, and are none of a product's looks.
  const saved = useLiveQuery(
    () =>
      app.db.looks
        .where('userId')
        .equals(userId ?? -1)
        .filter(({ deletedAt, look }) => deletedAt === null && look.is_light_only !== true)
        .sortBy('createdAt'),
    [userId],
  );
  if (saved === undefined || model === null) return null;

  const variants = model.report.variants ?? [];
  const names = variants.length === 0 ? [] : [null, ...variants.map(({ name }) => name)];
  return (
    <OrderSet
      views={listViews(settings).map(({ uuid, name, pose, thumbnail, model_transform }) => ({
        id: uuid,
        uuid,
        name,
        pose,
        picture: thumbnail,
        modelTransform: isCameraOnly ? null : model_transform,
      }))}
      colourways={names.map((name) => ({
        id: name === null ? 'file' : `variant:${name}`,
        name: name ?? t.colourways.asFile,
        dress: (worn: ProjectSettings) => ({
          ...worn,
          render_settings: { ...worn.render_settings, variant: name },
        }),
      }))}
      saved={saved.toReversed().map(({ id, name, look }) => ({
        id,
        name,
        picture: look.thumbnail,
        dress: (worn: ProjectSettings, row: Parameters<typeof wearLook>[1]) => ({
          ...worn,
          ...wearLook(app, row, worn, look).patch,
        }),
        listMissing: () => wearLook(app, model, currentSettings(app), look).missing,
      }))}
      onClose={onClose}
    />
  );
}
