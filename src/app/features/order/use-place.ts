import { useSnapshot } from 'valtio';
import { isAway } from '../../core/judge-service.ts';
import { useApp } from '../../core/use-app.ts';
import { useConfig } from '../../core/use-config.ts';
import { useService } from '../../core/use-service.ts';
import { useSettings } from '../../core/use-settings.ts';
import { choosePlace, type PlacePlan } from '../../model/choose-place.ts';

/** Where the next order is drawn, see {@link choosePlace}. */
export function usePlace(): PlacePlan {
  const app = useApp();
  const { place } = useSnapshot(app.state.preferences);
  const isOffered = useConfig()?.device_renders ?? true;
  const { render_settings: look } = useSettings();
  const { isSupported } = app.outside.workers.studio;
  return choosePlace({ wanted: place, isAway: isAway(useService()), isSupported, isOffered, look });
}
