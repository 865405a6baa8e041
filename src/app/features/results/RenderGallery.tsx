import { FileUp, Images } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { mayHaveOlder, useProjectRenders } from '../../core/render-queries.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { altText, listFinished, setName } from './finished-renders.ts';
import styles from './RenderGallery.module.css';
import { useAllOfProject, useAllRenders } from './use-all-renders.ts';

/** Pictures of the project or of all projects, to start from one; or a PNG that holds its recipe. */
export function RenderGallery({
  isBusy,
  back,
  onChoose,
  onFile,
}: {
  readonly isBusy: boolean;
  /** Leads away without a choice; null where there is nothing to go back to. */
  readonly back: ReactNode;
  readonly onChoose: (render: RenderBody, index: number) => void;
  readonly onFile: (file: File) => void;
}) {
  const { t } = useTexts();
  const { edit } = useLateTexts();
  const [from, setFrom] = useState<'project' | 'all'>('project');
  const mine = useProjectRenders();
  const app = useApp();
  const { serverId } = useSnapshot(app.state.project);
  const all = useAllRenders(from === 'all');
  const ofProject = useAllOfProject(serverId);
  const { data } = from === 'all' ? all : ofProject;
  const paged = data?.pages.flatMap(({ results }) => results) ?? [];
  const known = new Set(mine.map(({ id }) => id));
  const renders = from === 'all' ? paged : [...mine, ...paged.filter(({ id }) => !known.has(id))];
  const isWhole = ofProject.data === undefined ? !mayHaveOlder(mine) : !ofProject.hasNextPage;
  const showMore = async (): Promise<void> => {
    if (from === 'all') await all.fetchNextPage();
    // The first page holds what is here already.
    else if (ofProject.data !== undefined || (await ofProject.refetch()).isSuccess)
      await ofProject.fetchNextPage();
  };
  const pictures = listFinished(renders).flatMap((render) =>
    render.output_images.map((image, index) => ({ render, image, index })),
  );
  const isWaiting = from === 'all' && all.isPending;
  return (
    <section className={styles.gallery} aria-label={edit.choose}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.title}>{edit.choose}</h2>
          <p className={styles.hint}>{edit.chooseHint}</p>
        </div>
        <div className={styles.tools}>
          {back}
          <Segments
            label={edit.from}
            value={from}
            onChange={setFrom}
            options={[
              { value: 'project', label: edit.ofProject },
              { value: 'all', label: edit.ofAll },
            ]}
          />
          <ChoosePng label={edit.openFile} onFile={onFile} />
        </div>
      </header>
      {isWaiting && <Skeleton className={styles.skeleton} />}
      {from === 'all' && all.isError && (
        <EmptyState
          icon={<Images size={28} />}
          title={edit.loadFailed}
          action={<Button onPress={() => void all.refetch()}>{t.ui.retry}</Button>}
        />
      )}
      {!isWaiting && !(from === 'all' && all.isError) && pictures.length === 0 && (
        <EmptyState icon={<Images size={28} />} title={edit.none} message={edit.noneHint} />
      )}
      <ul className={styles.grid}>
        {pictures.map(({ render, image, index }) => (
          <li key={`${render.id} ${index}`}>
            <PictureCard
              render={render}
              index={index}
              image={image.thumbnail}
              isBusy={isBusy}
              onChoose={() => onChoose(render, index)}
            />
          </li>
        ))}
      </ul>
      {from === 'project' && ofProject.isError && <p role="alert">{edit.loadFailed}</p>}
      {(from === 'all' ? all.hasNextPage : !isWhole) && (
        <Button
          isLoading={from === 'all' ? all.isFetchingNextPage : ofProject.isFetching}
          onPress={() => void showMore()}
        >
          {edit.more}
        </Button>
      )}
    </section>
  );
}

function PictureCard({
  render,
  index,
  image,
  isBusy,
  onChoose,
}: {
  readonly render: RenderBody;
  readonly index: number;
  readonly image: string;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
}) {
  const { t, format } = useTexts();
  const name = setName(render) || altText(render, t.carousel.untitled);
  const number = render.output_images.length > 1 ? ` · ${index + 1}` : '';
  return (
    <button type="button" className={styles.card} disabled={isBusy} onClick={onChoose}>
      <img src={image} alt="" loading="lazy" />
      <span className={styles.name}>{`${name}${number}`}</span>
      <span className={styles.when}>{format.dateTime(render.created_at)}</span>
    </button>
  );
}

function ChoosePng({ label, onFile }: { readonly label: string; readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/png"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <Button icon={<FileUp size={16} aria-hidden="true" />} onPress={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
