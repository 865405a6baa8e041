import { FolderPlus, FolderSearch, Import, Search } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import { isAbort } from '../../../contract/failure.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { usePortions } from '../../ui/use-portions.ts';
import { copyProject } from './copy-project.ts';
import { deleteProject } from './delete-project.ts';
import { type ListedProject, searchProjects } from './list-projects.ts';
import { newProject } from './new-project.ts';
import { openProject } from './open-project.ts';
import { ProjectItem } from './ProjectItem.tsx';
import styles from './Projects.module.css';
import { refreshProjects, useProjects } from './queries.ts';
import { RenameProject } from './RenameProject.tsx';

/** Only those in sight are drawn, however many there are. Some are higher in a narrow window. */
const LAYOUT = { estimatedRowHeight: 72, padding: 12 };

/**
 * All projects of the person: one is opened by a press; each can be renamed, copied, exported and deleted.
 *
 * @param isCovered Another window lies over it. @param onImport A project file was chosen. @param onExport A project is to become one.
 */
export function Projects({
  isCovered,
  onClose,
  onImport,
  onExport,
}: {
  readonly isCovered: boolean;
  readonly onClose: () => void;
  readonly onImport: (file: File) => void;
  readonly onExport: (project: ListedProject) => void;
}) {
  const app = useApp();
  const { t } = useTexts();
  const { projects: texts } = useLateTexts();
  const { userId } = useSnapshot(app.state.account);
  const { key: openKey } = useSnapshot(app.state.project);
  const { connection } = useSnapshot(app.state.shell);
  const { projects, error } = useProjects(userId);
  const [search, setSearch] = useState('');
  const [busy, setBusy] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<ListedProject | null>(null);
  const [deleting, setDeleting] = useState<ListedProject | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const wasOver = useRef(false);
  /** Ends with the window: one that is slow to come does not open over what the person went back to. */
  const opening = useRef<AbortController | null>(null);
  useEffect(() => () => opening.current?.abort(), []);
  const isOver = isCovered || renaming !== null || deleting !== null;
  useEffect(() => {
    // The menu that a window was opened from is gone, and with it the place to go back to.
    if (wasOver.current && !isOver) list.current?.focus();
    wasOver.current = isOver;
  }, [isOver]);
  const isOnline = connection === 'online';
  // What is typed stands in the field at once; the list follows in slices.
  const shown = searchProjects(projects ?? [], useDeferredValue(search));
  const rows = usePortions(shown, idOf);

  const run = async (
    on: string,
    work: () => Promise<void>,
    failed: (reason: string) => string,
  ): Promise<void> => {
    if (busy !== null) return;
    setBusy(on);
    try {
      await work();
    } catch (failure) {
      if (isAbort(failure)) return;
      app.toasts.show('error', failed(describeError(app.texts(), failure)), { cause: failure });
    } finally {
      setBusy(null);
    }
  };
  const open = (project: ListedProject): void =>
    void run(
      idOf(project),
      async () => {
        const { key, dirtyFields, settings } = app.state.project;
        const { name } = settings;
        const hadUnsaved = dirtyFields.length > 0 && project.key !== key;
        const controller = new AbortController();
        opening.current = controller;
        await openProject(app, project, controller.signal);
        if (hadUnsaved) app.toasts.show('info', texts.leftUnsaved(name));
        onClose();
      },
      (reason) => texts.openFailed(project.name, reason),
    );
  const add = (): void =>
    void run(
      'new',
      async () => {
        await newProject(app, freeName(t.project.defaultName, projects ?? []));
        void refreshProjects(app);
        onClose();
      },
      texts.newFailed,
    );
  const copy = (project: ListedProject): void =>
    void run(
      idOf(project),
      async () => {
        const name = freeName(texts.copyName(project.name.slice(0, 240)), projects ?? []);
        const row = await copyProject(app, project, name);
        void refreshProjects(app);
        app.toasts.offer('success', ({ language }) => lateTextsOf(language).projects.copied(name), {
          action: {
            label: ({ language }) => lateTextsOf(language).projects.openIt,
            run: () =>
              void run(
                row.key,
                () => openProject(app, row).then(onClose),
                (reason) => texts.openFailed(name, reason),
              ),
          },
        });
      },
      (reason) => texts.copyFailed(project.name, reason),
    );
  const remove = (project: ListedProject): void =>
    void run(
      idOf(project),
      async () => {
        const next = (projects ?? []).find(
          (one) => idOf(one) !== idOf(project) && (isOnline || one.key !== null),
        );
        await deleteProject(app, project, next ?? null, t.project.defaultName);
        void refreshProjects(app);
        app.toasts.show('success', texts.deleted(project.name));
        // What had the focus is gone.
        adder.current?.focus();
      },
      (reason) => texts.deleteFailed(project.name, reason),
    );

  return (
    <Modal isOpen onClose={onClose} title={texts.title} size="lg">
      <div className={styles.tools}>
        <TextField
          className={styles.search}
          label={texts.search}
          isLabelHidden
          placeholder={texts.search}
          icon={<Search size={16} aria-hidden="true" />}
          value={search}
          onChange={setSearch}
        />
        <Button icon={<Import size={16} />} onPress={() => picker.current?.click()}>
          {texts.import}
        </Button>
        <Button
          ref={adder}
          variant="primary"
          icon={<FolderPlus size={16} />}
          isLoading={busy === 'new'}
          onPress={add}
        >
          {texts.new}
        </Button>
        <input
          ref={picker}
          hidden
          type="file"
          accept=".zip,application/zip"
          aria-label={texts.import}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file !== undefined) onImport(file);
          }}
        />
      </div>
      {!isOnline && <p className={styles.note}>{texts.offline}</p>}
      {isOnline && error !== null && (
        <FormError cause={error}>{texts.listFailed(describeError(app.texts(), error))}</FormError>
      )}
      {projects === undefined ? (
        <p className={styles.wait} role="status">
          <Spinner /> {t.ui.loading}
        </p>
      ) : (
        <Virtualizer layout={ListLayout} layoutOptions={LAYOUT}>
          <GridList
            ref={list}
            aria-label={texts.title}
            className={styles.list ?? ''}
            items={rows}
            dependencies={[busy, openKey, isOnline, projects.length]}
            onAction={(id) => {
              const project = shown.find((one) => idOf(one) === id);
              if (project !== undefined) open(project);
            }}
            renderEmptyState={() => (
              <EmptyState icon={<FolderSearch size={28} />} title={texts.none} message={texts.noneHint} />
            )}
          >
            {(project) => (
              <GridListItem
                id={idOf(project)}
                textValue={project.name}
                isDisabled={project.key === null && !isOnline}
                className={styles.item ?? ''}
              >
                <ProjectItem
                  project={project}
                  isOpen={project.key !== null && project.key === openKey}
                  isBusy={busy === idOf(project)}
                  isOnline={isOnline}
                  onRename={() => setRenaming(project)}
                  onCopy={() => copy(project)}
                  onExport={() => onExport(project)}
                  onDelete={() => setDeleting(project)}
                />
              </GridListItem>
            )}
          </GridList>
        </Virtualizer>
      )}
      {renaming !== null && <RenameProject project={renaming} onClose={() => setRenaming(null)} />}
      <ConfirmDialog
        isOpen={deleting !== null}
        title={texts.deleteTitle(deleting?.name ?? '')}
        message={deleting?.hasUnsaved === true ? texts.deleteUnsaved : texts.deleteMessage}
        onCancel={() => setDeleting(null)}
        onConfirm={() => {
          setDeleting(null);
          if (deleting !== null) remove(deleting);
        }}
      />
    </Modal>
  );
}

function idOf({ key, serverId }: ListedProject): string {
  return key ?? `server-${serverId}`;
}

/** The name itself, or with the lowest number behind it that no project has. */
function freeName(name: string, projects: readonly ListedProject[]): string {
  const taken = new Set(projects.map((project) => project.name));
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}
