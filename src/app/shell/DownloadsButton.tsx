import { FileDown } from 'lucide-react';
import { useState } from 'react';
import type { RenderId } from '../../contract/ids.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from '../ui/Button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { DownloadFrame } from './lazy-frames.tsx';

const DownloadDialog = lazyPart(
  async () => (await import('../features/downloads/DownloadDialog.tsx')).DownloadDialog,
  DownloadFrame,
);

/** Opens the download of finished renders: pictures for channels, and of the first its working files. */
export function DownloadsButton({ renderIds }: { readonly renderIds: readonly RenderId[] }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<FileDown size={16} />} onPress={() => setOpen(true)}>
        {t.exporting.downloadAs}
      </Button>
      {isOpen && <DownloadDialog renderIds={renderIds} onClose={() => setOpen(false)} />}
    </>
  );
}
