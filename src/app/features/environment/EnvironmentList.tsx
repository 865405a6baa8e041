import { Box, CircleOff, ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Environment } from '../../../contract/scene/environment.ts';
import { useApp } from '../../core/use-app.ts';
import { useLiveQuery } from '../../core/use-live-query.ts';
import { useModel } from '../../core/use-model.ts';
import { nameEnvironment } from '../../model/name-environment.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { NameDialog } from '../../ui/NameDialog.tsx';
import { useListFocus } from '../../ui/use-list-focus.ts';
import type { EnvironmentRow } from '../../values/environment-row.ts';
import { deleteEnvironment } from './delete-environment.ts';
import styles from './Environment.module.css';
import { EnvironmentCard } from './EnvironmentCard.tsx';
import { HOUSE_CHOICES } from './house-choices.ts';
import { importEnvironment, whoseSurroundings } from './import-environment.ts';
import { renameEnvironment } from './rename-environment.ts';
import { type EnvironmentChoice, setEnvironment } from './set-environment.ts';
import { takeFileSurroundings } from './take-file-surroundings.ts';
import { useHousePictures } from './use-house-pictures.ts';

/** The surroundings of the house and the person's own as pictures, and a way to add one. */
export function EnvironmentList({ environment }: { readonly environment: Environment | null }) {
  const app = useApp();
  const texts = useTexts();
  const { environment: words } = texts.t;
  const { userId } = useSnapshot(app.state.account);
  const pictures = useHousePictures();
  const [asked, setAsked] = useState<EnvironmentRow | null>(null);
  const [named, setNamed] = useState<EnvironmentRow | null>(null);
  const own = useLiveQuery(
    async () =>
      (
        await app.db.environments
          .where('userId')
          .equals(userId ?? -1)
          .toArray()
      )
        .filter(({ deletedAt }) => deletedAt === null)
        .sort((a, b) => b.createdAt - a.createdAt || a.id.localeCompare(b.id)),
    [userId],
  );
  const grid = useRef<HTMLUListElement>(null);
  useListFocus(grid);
  const choose = (choice: EnvironmentChoice | null): void => {
    const { kind: _kind, ...placing } = environment ?? {};
    setEnvironment(app, texts, choice, placing);
  };
  const hash = environment?.kind === 'picture' ? environment.imageHash : null;
  // From another device, or deleted from the list: what lights the product is always seen there.
  const isUnlisted = hash !== null && own?.every((row) => row.pictureHash !== hash) === true;
  return (
    <>
      <ul ref={grid} className={styles.grid} aria-label={words.list}>
        <EnvironmentCard
          name={words.none}
          picture={null}
          icon={<CircleOff size={18} aria-hidden="true" />}
          isChosen={environment === null}
          onChoose={() => choose(null)}
        />
        {HOUSE_CHOICES.map((choice, index) => {
          const isChosen =
            choice.kind === environment?.kind &&
            (choice.kind !== 'preset' ||
              (environment.kind === 'preset' && environment.preset === choice.preset));
          return (
            <EnvironmentCard
              key={choice.kind === 'sky' ? 'sky' : choice.preset}
              name={choice.kind === 'sky' ? words.sky : words.presets[choice.preset]}
              picture={pictures[index] ?? null}
              isChosen={isChosen}
              onChoose={() => choose(choice)}
            />
          );
        })}
        {isUnlisted && environment !== null && (
          <EnvironmentCard
            name={nameEnvironment(environment, texts.t)}
            picture={null}
            isChosen
            onChoose={() => undefined}
          />
        )}
        {own?.map((row) => (
          <EnvironmentCard
            key={row.id}
            name={row.name}
            picture={row.thumbnail}
            isChosen={row.pictureHash === hash}
            onChoose={() => choose({ kind: 'picture', imageHash: row.pictureHash, name: row.name })}
            own={{ onRename: () => setNamed(row), onDelete: () => setAsked(row) }}
          />
        ))}
      </ul>
      <AddButton />
      {named !== null && (
        <NameDialog
          title={words.renameTitle(named.name)}
          label={words.name}
          name={named.name}
          action={words.renameAction}
          onDone={(name) => renameEnvironment(app, named, name)}
          onClose={() => setNamed(null)}
        />
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title={words.deleteTitle(asked?.name ?? '')}
        message={words.deleteHelp}
        confirmLabel={words.deleteAction}
        onConfirm={() => {
          if (asked !== null) deleteEnvironment(app, asked);
          setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}

function AddButton() {
  const app = useApp();
  const { environment: words } = useTexts().t;
  const model = useModel();
  const input = useRef<HTMLInputElement>(null);
  const isReading = useSnapshot(app.state.light).reading > 0;
  const add = async (files: readonly File[]): Promise<void> => {
    const meant = whoseSurroundings(app);
    for (const file of files) await importEnvironment(app, file, meant);
  };
  return (
    <div className={styles.add}>
      <input
        ref={input}
        hidden
        type="file"
        accept=".hdr,.exr"
        multiple
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) void add(files);
        }}
      />
      <Button
        icon={<ImagePlus size={16} aria-hidden="true" />}
        isLoading={isReading}
        loadingLabel={words.adding}
        onPress={() => input.current?.click()}
      >
        {words.add}
      </Button>
      <span className={styles.help}>{words.addHelp}</span>
      {model?.report.contents?.hasSurroundings === true && (
        <>
          <Button
            icon={<Box size={16} aria-hidden="true" />}
            isDisabled={isReading}
            onPress={() => void takeFileSurroundings(app, model)}
          >
            {words.ofFile}
          </Button>
          <span className={styles.help}>{words.ofFileHelp}</span>
        </>
      )}
    </div>
  );
}
