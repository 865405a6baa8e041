import { Cpu, Lock, Maximize2, MonitorSmartphone, Sparkles, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RenderBody } from '../../../contract/http/renders.ts';
import type { RenderId } from '../../../contract/ids.ts';
import { hasFailedCheck } from '../../../contract/judge-picture.ts';
import { CopyButton } from '../../core/CopyButton.tsx';
import { isOnServer } from '../../core/render-queries.ts';
import { useHasCredits } from '../../core/use-config.ts';
import { useLibraryItems } from '../../scene/use-library.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { type AppliedMask, MaskModal } from './MaskModal.tsx';
import { ResultFidelity } from './ResultFidelity.tsx';
import styles from './ResultInfo.module.css';
import { ResultKept } from './ResultKept.tsx';
import { LeftOut, ResultProvenance } from './ResultProvenance.tsx';
import { ResultRerun } from './ResultRerun.tsx';
import { ResultSheet } from './ResultSheet.tsx';
import { ReturnBadge, ReturnNote } from './ReturnNote.tsx';

/** Everything a picture was made from. */
export function ResultInfo({
  render,
  index,
  onOpen,
  children,
}: {
  readonly render: RenderBody;
  /** Which of its pictures. */
  readonly index: number;
  readonly onOpen: (id: RenderId) => void;
  /** Stands above the recipe. */
  readonly children?: ReactNode;
}) {
  const { t, format, language } = useTexts();
  const { result, fidelity: doubt, here } = useLateTexts();
  const hasCredits = useHasCredits();
  const { recipe } = render;
  const backgrounds = useLibraryItems('background');
  const styleItems = useLibraryItems('style');
  const materials = useLibraryItems('material');
  // The recipe holds one name; an item that is still in the library says it in the page's language.
  const nameOf = (items: typeof backgrounds, id: number | null | undefined) =>
    items.get(id ?? 0)?.names[language];
  const colours = listGradient(recipe.background);
  const [from, to] = [colours[0], colours.at(-1)];
  const gradient = from && to && t.gradient.summary(from.toUpperCase(), to.toUpperCase(), colours.length);
  const backgroundId = recipe.background.kind === 'image' ? recipe.background.libraryId : null;
  const masks = render.applied_masks.map((mask, index) => {
    const dressing = recipe.scene.dressings.find(
      (each) => each.kind === 'library' && each.textureHash === recipe.masks[index]?.materialImageHash,
    );
    const name = dressing?.kind === 'library' ? nameOf(materials, dressing.libraryId) : undefined;
    const isLocked = recipe.masks[index]?.isLocked === true;
    // Of all that is kept there is one mask, with several names.
    return { ...mask, isLocked, material_name: (isLocked ? undefined : name) ?? mask.material_name };
  });
  const [mask, setMask] = useState<AppliedMask | null>(null);
  const isStudio = render.engine === 'studio';
  const image = render.output_images[index];
  const fidelity = image?.fidelity ?? null;
  const kept = image?.kept_product ?? null;
  return (
    <div className={styles.info}>
      {children}
      <div className={styles.badges}>
        <Badge icon={isStudio ? <Cpu size={12} /> : <Sparkles size={12} />}>
          {isStudio ? result.studio : result.ai}
        </Badge>
        {render.made_on_device && <Badge icon={<MonitorSmartphone size={12} />}>{here.badge}</Badge>}
        <ReturnBadge returned={image?.returned ?? null} price={render.price} />
        {hasFailedCheck({ fidelity, kept }) && (
          <Badge tone="warn" icon={<TriangleAlert size={12} />}>
            {doubt.flagged}
          </Badge>
        )}
      </div>
      {!isOnServer(render) && (
        <section className={styles.block}>
          <p className={styles.quiet}>{here.onlyHere}</p>
        </section>
      )}
      <ReturnNote returned={image?.returned ?? null} price={render.price} />
      <ResultRerun render={render} onOpen={onOpen} />
      <ResultKept render={render} index={index} />
      {kept === null && <ResultFidelity fidelity={fidelity} />}
      <LeftOut render={render} image={image} />
      <section className={styles.block}>
        <h3 className={styles.title}>
          {result.prompt}
          {render.positive_prompt !== '' && (
            <CopyButton className={styles.copy} label={result.copyPrompt} text={render.positive_prompt} />
          )}
        </h3>
        <p className={styles.prompt}>{render.positive_prompt || result.noPrompt}</p>
        {render.use_negative_prompt && render.negative_prompt !== '' && (
          <p className={styles.quiet}>{result.without(render.negative_prompt)}</p>
        )}
      </section>
      <section className={styles.pair}>
        <Source
          title={result.background}
          image={render.background?.image_url ?? null}
          colours={
            recipe.background.kind === 'gradient'
              ? [recipe.background.from, recipe.background.to]
              : render.background === null && render.background_color !== null
                ? [render.background_color]
                : []
          }
          name={
            gradient ??
            nameOf(backgrounds, backgroundId) ??
            render.background?.name ??
            render.background_color?.toUpperCase() ??
            result.none
          }
          detail={
            recipe.background.kind === 'colour'
              ? null
              : result.fidelity(format.percent(recipe.background.fidelity))
          }
        />
        <Source
          title={result.style}
          image={render.style?.image_url ?? null}
          colours={[]}
          name={nameOf(styleItems, recipe.style?.libraryId) ?? render.style?.name ?? result.none}
          detail={recipe.style === null ? null : result.strength(format.percent(recipe.style.strength))}
        />
      </section>
      <section className={styles.block}>
        <h3 className={styles.title}>
          {result.masks} <span className={styles.count}>{masks.length}</span>
        </h3>
        {masks.length === 0 && <p className={styles.quiet}>{result.noMasks}</p>}
        <ul>
          {masks.map((entry) => (
            <MaskRow
              key={entry.mask_image_url}
              mask={entry}
              openLabel={result.openMask(entry.material_name)}
              onOpen={() => setMask(entry)}
            />
          ))}
        </ul>
      </section>
      <dl className={styles.facts}>
        <Fact name={result.seed}>
          {render.seed}
          <CopyButton className={styles.copy} label={result.copySeed} text={render.seed} />
        </Fact>
        <Fact name={result.creativity}>{format.percent(recipe.creativity)}</Fact>
        <Fact name={hasCredits ? result.timePrice : result.time}>
          {[
            render.duration_seconds === null ? null : format.duration(render.duration_seconds),
            hasCredits ? result.price(render.price, render.batch_count) : null,
          ]
            .filter(Boolean)
            .join(', ')}
        </Fact>
        {hasCredits && render.refunded > 0 && <Fact name="">{result.refunded(render.refunded)}</Fact>}
      </dl>
      <ResultProvenance provenance={render.provenance} />
      <ResultSheet render={render} />
      {mask !== null && <MaskModal mask={mask} onClose={() => setMask(null)} />}
    </div>
  );
}

/** Colours of a gradient from its beginning; none of what is none. */
function listGradient(background: RenderBody['recipe']['background']): readonly string[] {
  if (background.kind === 'gradient') return [background.from, background.to];
  if (background.kind === 'colour') return [];
  return background.gradient?.stops.map(({ colour }) => colour) ?? [];
}

function Source({
  title,
  image,
  colours,
  name,
  detail,
}: {
  readonly title: string;
  readonly image: string | null;
  /** One colour, or those of a gradient from its top; none beside an image. */
  readonly colours: readonly string[];
  readonly name: string;
  readonly detail: string | null;
}) {
  return (
    <div className={styles.source}>
      <h3 className={styles.title}>{title}</h3>
      <div className={styles.sourceLine}>
        {image !== null && <img className={styles.thumbnail} src={image} alt="" />}
        {colours.length > 0 && (
          <span
            className={styles.colour}
            ref={(element) => {
              element?.style.setProperty('--from', colours[0] ?? '');
              element?.style.setProperty('--to', colours.at(-1) ?? '');
            }}
          />
        )}
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          {detail !== null && <span className={styles.quiet}>{detail}</span>}
        </span>
      </div>
    </div>
  );
}

function MaskRow({
  mask,
  openLabel,
  onOpen,
}: {
  readonly mask: AppliedMask & { readonly isLocked: boolean };
  readonly openLabel: string;
  readonly onOpen: () => void;
}) {
  const { result } = useLateTexts();
  return (
    <li className={styles.mask}>
      {mask.material_image_url !== null && (
        <img className={styles.small} src={mask.material_image_url} alt="" loading="lazy" />
      )}
      <img className={styles.small} src={mask.mask_image_url} alt="" loading="lazy" />
      <span className={styles.words}>
        <span className={styles.name}>{mask.material_name}</span>
        {mask.isLocked ? (
          <span className={styles.kept}>
            <Lock size={12} aria-hidden="true" />
            {result.kept}
          </span>
        ) : (
          mask.mask_name !== mask.material_name && <span className={styles.quiet}>{mask.mask_name}</span>
        )}
      </span>
      <IconButton size="sm" label={openLabel} icon={<Maximize2 size={14} />} onPress={onOpen} />
    </li>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
