import { Archive } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyPart, PlainFrame } from '../../ui/lazy-part.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { HeldWindow } from '../../ui/use-held.ts';

const SceneFiles = lazyPart(async () => (await import('./SceneFiles.tsx')).SceneFiles, PlainFrame);

/** Opens the download of the scene's working files. */
export function BundleButton() {
  const app = useApp();
  const { t } = useTexts();
  const { modelHash } = useSnapshot(app.state.stage);
  const [isOpen, setOpen] = useState(false);
  const [holds, setHolds] = useState(0);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        label={t.exporting.bundle}
        icon={<Archive size={16} />}
        isDisabled={modelHash === null}
        onPress={() => setOpen(true)}
      />
      <Modal isOpen={isOpen} onClose={close} title={t.exporting.bundle} size="sm" isDismissable={holds === 0}>
        <HeldWindow value={setHolds}>
          <SceneFiles onDone={close} />
        </HeldWindow>
      </Modal>
    </>
  );
}
