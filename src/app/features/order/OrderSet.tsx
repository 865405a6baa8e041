import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { RENDER_SET_MAX } from '../../../contract/constants.ts';
import { isCancelled } from '../../browser/expected-errors.ts';
import { useAccount, useRenderCost } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useHasCredits } from '../../core/use-config.ts';
import { useSettings } from '../../core/use-settings.ts';
import { countImages, priceOrder } from '../../model/price-order.ts';
import { takeThumbnail } from '../../scene/take-thumbnail.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { askToNotify } from './ask-to-notify.ts';
import { describeOrderError } from './describe-order-error.ts';
import styles from './OrderSet.module.css';
import { type Choice, PictureChoice } from './PictureChoice.tsx';
import { requestSet, type SetLook, type SetView } from './request-set.ts';
import { useOrderPlan } from './use-order-plan.ts';

/** A saved view to choose. */
export type ViewChoice = Choice & SetView;
/** A colourway or a saved look to choose. */
export interface LookChoice extends Choice, SetLook {
  /** What of it this model would go without. */
  readonly listMissing?: () => readonly string[];
}

type LookKind = 'asIs' | 'colourways' | 'saved';

const CURRENT = 'current';

/** Chooses views, and colourways or looks, says what all of it costs, and orders it as one set. */
export function OrderSet({
  views,
  colourways,
  saved,
  onClose,
}: {
  readonly views: readonly ViewChoice[];
  readonly colourways: readonly LookChoice[];
  readonly saved: readonly LookChoice[];
  readonly onClose: () => void;
}) {
  const app = useApp();
  const { t, format } = useTexts();
  const { orderSet: texts, orderWords: words } = useLateTexts();
  const { connection } = useSnapshot(app.state.shell);
  const settings = useSettings();
  const cost = useRenderCost();
  const hasCredits = useHasCredits();
  const balance = useAccount()?.credits ?? null;
  const { isHere, plan } = useOrderPlan();
  // What is left out: a view or a look that comes in the meantime takes part.
  const [offViews, setOffViews] = useState<readonly string[]>(views.length > 0 ? [CURRENT] : []);
  const [offLooks, setOffLooks] = useState<readonly string[]>([]);
  const [kind, setKind] = useState<LookKind>('asIs');
  // Of how many is what was ordered: views go with a model that another one takes the place of meanwhile.
  const [taking, setTaking] = useState<{ readonly taken: number; readonly total: number } | null>(null);
  const work = useRef<AbortController | null>(null);
  const current = useCurrentView(texts.current);

  const asIs: LookChoice = { id: '', name: '', dress: (worn) => worn };
  const looks = { asIs: [asIs], colourways, saved }[kind];
  const kinds = (['asIs', 'colourways', 'saved'] as const).filter(
    (value) => value === 'asIs' || (value === 'colourways' ? colourways : saved).length > 0,
  );
  const allViews = [current, ...views];
  const chosenViews = allViews.filter(({ id }) => !offViews.includes(id));
  const chosenLooks = looks.filter(({ id }) => !offLooks.includes(id));
  const lacking = useMemo(
    () => (kind === 'saved' ? saved.filter(({ id }) => !offLooks.includes(id)).flatMap(describeMissing) : []),
    [kind, saved, offLooks],
  );
  const count = chosenViews.length * chosenLooks.length;
  const credits = isHere ? 0 : count * priceOrder(settings, cost, plan.outputPx);
  // What this device draws waits for nobody.
  const isOnline = connection === 'online' || isHere;
  const problem =
    count === 0
      ? texts.nothing
      : count > RENDER_SET_MAX
        ? texts.tooMany(RENDER_SET_MAX)
        : balance !== null && credits > balance
          ? texts.tooDear
          : null;

  const order = async (): Promise<void> => {
    const controller = new AbortController();
    work.current = controller;
    askToNotify(app);
    setTaking({ taken: 0, total: count });
    try {
      const options = {
        isOffline: !isOnline,
        cost,
        ...(isHere ? { isHere } : {}),
        // What the server said of its engines before it was away is not so when the order comes to it.
        ...(isHere || (isOnline && plan.isMissing) ? { engine: 'studio' as const } : {}),
      };
      const set = { views: chosenViews, looks: chosenLooks };
      const tell = (taken: number): void => setTaking({ taken, total: count });
      await requestSet(app, set, options, tell, controller.signal);
      app.toasts.show('success', texts.ordered(count));
      onClose();
    } catch (error) {
      setTaking(null);
      if (isCancelled(error)) app.toasts.show('info', texts.cancelled);
      else app.toasts.show('error', describeOrderError(app, error), { cause: error });
    } finally {
      work.current = null;
    }
  };
  useEffect(() => () => work.current?.abort(), []);

  if (taking !== null) {
    const { taken, total } = taking;
    const label = texts.taking(Math.min(taken + 1, total), total);
    return (
      <Modal
        isOpen
        onClose={() => work.current?.abort()}
        title={t.order.orderSet}
        size="md"
        isDismissable={false}
      >
        <div className={styles.taking}>
          <p role="status">{label}</p>
          <ProgressBar label={label} value={(100 * taken) / total} tone="plain" />
          <p className={styles.hint}>{texts.takingHint}</p>
          <div className={styles.actions}>
            <Button onPress={() => work.current?.abort()} autoFocus>
              {t.ui.cancel}
            </Button>
          </div>
        </div>
      </Modal>
    );
  }
  const images = countImages(settings);
  return (
    <Modal isOpen onClose={onClose} title={t.order.orderSet} size="md">
      <div className={styles.body}>
        <section className={styles.group}>
          <h3 className={styles.title}>{texts.views}</h3>
          <PictureChoice
            label={texts.views}
            choices={allViews}
            chosen={chosenViews}
            onChange={(ids) => setOffViews(listOthers(allViews, ids))}
          />
          {views.length === 0 && <p className={styles.hint}>{texts.noViews}</p>}
        </section>
        {kinds.length > 1 && (
          <section className={styles.group}>
            <h3 className={styles.title}>{texts.looks}</h3>
            <Segments
              label={texts.looks}
              isWide
              value={kind}
              options={kinds.map((value) => ({ value, label: texts[value] }))}
              onChange={setKind}
            />
            {kind !== 'asIs' && (
              <PictureChoice
                label={texts[kind]}
                choices={looks}
                chosen={chosenLooks}
                onChange={(ids) => setOffLooks(listOthers(looks, ids))}
              />
            )}
            {lacking.map(({ id, name, missing }) => (
              <p key={id} className={styles.wrong}>
                {texts.notApplied(name, format.list(missing))}
              </p>
            ))}
          </section>
        )}
        <p className={styles.hint}>{texts.hint}</p>
        {plan.isMissing && isOnline && <p className={styles.hint}>{t.order.aiMissingMessage}</p>}
        {!isOnline && (
          <p className={styles.hint}>
            {hasCredits ? t.order.offlineMessage(format.number(credits)) : t.order.offlineFree}
          </p>
        )}
      </div>
      <footer className={styles.foot}>
        <p className={styles.sum}>
          {hasCredits && <span>{isHere ? words.hereFree : t.order.price(format.number(credits))}</span>}
          <small>
            {texts.sum(chosenViews.length, chosenLooks.length, images)}
            {balance === null || !hasCredits || isHere ? '' : `. ${t.order.balance(format.number(balance))}`}
          </small>
          {problem !== null && <small className={styles.wrong}>{problem}</small>}
        </p>
        <Button variant="primary" size="lg" isDisabled={problem !== null} onPress={() => void order()}>
          {isOnline ? texts.order(count) : texts.orderOffline(count)}
        </Button>
      </footer>
    </Modal>
  );
}

function listOthers(choices: readonly Choice[], ids: readonly string[]): string[] {
  return choices.flatMap(({ id }) => (ids.includes(id) ? [] : [id]));
}

/** Each name once; nothing for a look that is there as a whole. */
function describeMissing({ id, name, listMissing }: LookChoice) {
  const missing = [...new Set(listMissing?.())];
  return missing.length === 0 ? [] : [{ id, name, missing }];
}

/** The camera as it stands, with its picture once that is taken. */
function useCurrentView(name: string): ViewChoice {
  const app = useApp();
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    const take = async (): Promise<void> => {
      const pose = await app.viewer.current?.api.camera();
      const made = pose === undefined ? null : await takeThumbnail(app, pose);
      if (!isGone) setPicture(made);
    };
    // Without a picture it is a view all the same.
    take().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [app]);
  return { id: CURRENT, name, picture, uuid: null, pose: null, modelTransform: null };
}
