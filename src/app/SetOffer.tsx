import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { LibraryItemBody } from '../contract/http/libraries.ts';
import { useAccount } from './core/use-account.ts';
import { useApp } from './core/use-app.ts';
import { planUpload } from './features/libraries/plan-upload.ts';
import { UploadPanel } from './features/libraries/UploadPanel.tsx';
import { createUploadList } from './features/libraries/upload-list.ts';
import { applyLibraryMaterial } from './features/materials/apply-library-material.ts';
import { nameMaterial } from './model/name-material.ts';
import { libraryQuery } from './scene/library.ts';
import { useCategories } from './scene/use-library.ts';
import type { DroppedPicture } from './stories/meet-picture.ts';
import { useLateTexts } from './texts/use-late-texts.ts';
import { useTexts } from './texts/use-texts.ts';
import { Modal } from './ui/Modal.tsx';

/**
 * Offers pictures that were dropped on the stage as what they are: maps of a material, which goes into the library and onto
 * the part they were dropped on. Closing it leaves all as it is.
 */
export function SetOffer({
  set,
  row,
  onClose,
}: {
  readonly set: NonNullable<DroppedPicture['set']>;
  readonly row: DroppedPicture['row'];
  readonly onClose: () => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const { materialMaps: words } = useLateTexts();
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const isStaff = useAccount()?.is_staff === true;
  const { data: known = [] } = useCategories('material');
  const [list] = useState(() => {
    const items = app.queries.getQueryData(libraryQuery(app, 'material').queryKey) ?? [];
    return createUploadList(app, 'material', planUpload(set, [], 'material'), items);
  });
  // Of what was dropped: the title stays while some of it arrives.
  const [title] = useState(() => {
    const { rows, leftOut } = list.read();
    const materials = rows.filter(({ name }) => name !== null).length;
    return words.offer(materials, rows.length - materials + leftOut.length);
  });
  const isLaid = row !== null && list.read().rows.length === 1;
  const finish = (made: readonly LibraryItemBody[]): void => {
    const [item] = made;
    if (isLaid && made.length === 1 && item !== undefined) applyLibraryMaterial(app, texts, row, item);
    onClose();
  };
  const close = (): void => {
    list.cancel();
    onClose();
  };
  return (
    <Modal isOpen onClose={close} title={title} size="md">
      <UploadPanel
        list={list}
        categories={known.map(({ id, names, is_global: isGlobal }) => ({
          id,
          name: names[texts.language],
          isGlobal,
        }))}
        isStaff={isStaff}
        isOffline={isOffline}
        accept={isLaid ? words.lay(nameMaterial(row, texts)) : words.toLibrary}
        hint={words.hint}
        onClose={finish}
      />
    </Modal>
  );
}
