import { useSnapshot } from 'valtio';
import { loadCode } from '../browser/load-code.ts';
import { useApp } from '../core/use-app.ts';
import { useSettings } from '../core/use-settings.ts';
import { LightMapOverlay } from '../features/light-map/LightMapOverlay.tsx';
import { describeOrderError } from '../features/order/describe-order-error.ts';
import { lazyPart, NoFrame } from '../ui/lazy-part.tsx';

const AllHidden = lazyPart(
  async () => (await import('../features/materials/AllHidden.tsx')).AllHidden,
  NoFrame,
);
const GizmoHint = lazyPart(
  async () => (await import('../features/view-helper/GizmoHint.tsx')).GizmoHint,
  NoFrame,
);
const LabelHandles = lazyPart(
  async () => (await import('../features/labels/LabelHandles.tsx')).LabelHandles,
  NoFrame,
);
const LightHandles = lazyPart(
  async () => (await import('../features/light/LightHandles.tsx')).LightHandles,
  NoFrame,
);
const LiveBar = lazyPart(async () => (await import('../features/live-view/LiveBar.tsx')).LiveBar, NoFrame);
const PartOffer = lazyPart(
  async () => (await import('../features/materials/PartOffer.tsx')).PartOffer,
  NoFrame,
);

/** What lies over the picture on the stage. */
export function StageOverlay() {
  const app = useApp();
  const isOffered = useSnapshot(app.state.stage).offered !== null;
  const hasLabel = useSnapshot(app.state.labels).outline !== null;
  const hasLights = useSnapshot(app.state.light).isOpen;
  const { isOn: isLive } = useSnapshot(app.state.live);
  const hasHidden = useSettings().render_settings.hidden_nodes.length > 0;
  return (
    <>
      <LightMapOverlay />
      {hasHidden && <AllHidden />}
      {hasLights && <LightHandles />}
      {hasLabel && <LabelHandles />}
      <GizmoHint />
      {isLive && (
        <LiveBar
          onKeep={async () => (await loadCode(() => import('../features/order/keep-live.ts'))).keepLive(app)}
          describeError={(error) => describeOrderError(app, error)}
        />
      )}
      {isOffered && <PartOffer />}
    </>
  );
}
