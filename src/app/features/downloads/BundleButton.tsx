import { Archive } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { BundleDialog } from '../../lazy-parts.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useApp } from '../../use-app.ts';

/** Opens the download of the scene's working files. */
export function BundleButton() {
  const app = useApp();
  const { t } = useTexts();
  const { modelHash } = useSnapshot(app.state.stage);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t.exporting.bundle}
        icon={<Archive size={16} />}
        isDisabled={modelHash === null}
        onPress={() => setOpen(true)}
      />
      {isOpen && <BundleDialog onClose={() => setOpen(false)} />}
    </>
  );
}
