import type { WayIn } from '../../../contract/http/accounts.ts';
import type { AppBase } from '../../core/app.ts';
import { lateTextsOf, loadLateTexts } from '../../texts/load-texts.ts';
import type { Said } from '../../ui/toasts.ts';

/** Says what a new password took off an account whose address nobody had proven before. */
export async function tellRemoved(app: AppBase, removed: readonly WayIn[]): Promise<void> {
  await loadLateTexts(app.state.shell.language);
  const said: Said = ({ language, format }) => {
    const { profile } = lateTextsOf(language);
    return profile.removedWays(format.list(removed.map((way) => profile.waysIn[way])));
  };
  app.toasts.offer('warning', said, {
    action: {
      label: ({ t }) => t.account.settings,
      run: () => {
        app.state.shell.modal = { kind: 'settings' };
      },
    },
  });
}
