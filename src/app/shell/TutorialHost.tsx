import { useSnapshot } from 'valtio';
import { useApp } from '../core/use-app.ts';
import { Help } from '../features/help/Help.tsx';
import { Tutorial } from '../features/tutorial/Tutorial.tsx';
import { TutorialStart } from '../features/tutorial/TutorialStart.tsx';
import { Welcome } from '../features/tutorial/Welcome.tsx';
import { useLateTexts } from '../texts/use-late-texts.ts';
import { NoticeDialog } from '../ui/Dialogs.tsx';

/** The tutorial over the page, what offers it, and what is said at its end. */
export function TutorialHost() {
  const app = useApp();
  const { tutorial: texts } = useLateTexts();
  const { modal } = useSnapshot(app.state.shell);
  const { step, hasEnded } = useSnapshot(app.state.tutorial);
  const close = (): void => {
    app.state.shell.modal = null;
  };
  return (
    <>
      {modal?.kind === 'welcome' && <Welcome onClose={close} />}
      {modal?.kind === 'help' && <Help tutorial={<TutorialStart />} onClose={close} />}
      {step !== null && <Tutorial step={step} />}
      <NoticeDialog
        isOpen={hasEnded}
        title={texts.doneTitle}
        message={texts.doneMessage}
        onClose={() => {
          app.state.tutorial.hasEnded = false;
        }}
      />
    </>
  );
}
