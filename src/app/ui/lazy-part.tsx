import { CloudOff } from 'lucide-react';
import {
  Component,
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useState,
} from 'react';
import { AppError } from '../../contract/failure.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { useFocusTrail } from './FocusTrail.tsx';
import styles from './lazy-part.module.css';
import { Skeleton } from './Skeleton.tsx';

/** What a part needs to know of a newer version: the server has no code of the older one any more. */
export interface Versions {
  /** Whether one waits, and can be taken now. */
  readonly hasUpdate: boolean;
  /** Asks the server whether there is one. */
  look(): void;
  take(): void;
}
export const VersionsContext = createContext<Versions | null>(null);

/**
 * A component whose code comes when it is first shown (A15). A failed load shows a retry in its place, or the newer version
 * that has taken the code's place.
 *
 * @param load Imports the component.
 * @param Frame The part's final shape, which holds a skeleton or the retry meanwhile. It gets the part's own props.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Frame: ComponentType<Props & { readonly children: ReactNode }>,
): ComponentType<Props> {
  const make = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        throw new AppError({ code: 'server-unreachable' }, { cause: error });
      }
    });
  const kept = { Part: make() };
  /** React keeps what a lazy component came to, a failure as well: whoever opens the part again needs a new one. */
  const renew = (): void => {
    kept.Part = make();
  };

  return function LazyPart(props: Props) {
    useReturnOfFocus();
    const [tries, setTries] = useState(0);
    const { Part } = kept;
    return (
      <LoadBoundary
        key={tries}
        onFailed={renew}
        failed={
          <Frame {...props}>
            <Failed onRetry={() => setTries(tries + 1)} />
          </Frame>
        }
      >
        <Suspense
          fallback={
            <Frame {...props}>
              <Waiting />
            </Frame>
          }
        >
          <Part {...(props as Props & React.JSX.IntrinsicAttributes)} />
        </Suspense>
      </LoadBoundary>
    );
  };
}

/** For a part whose place is whatever holds it. */
export function PlainFrame({ children }: { readonly children: ReactNode }) {
  return <div>{children}</div>;
}

/** For a part that nobody misses while it is on its way. */
export function NoFrame() {
  return null;
}

/**
 * Gives the focus back to what had it before the part came, when it goes; from a menu, which goes first, to what opened that.
 * A dialog does so by itself, but to what had the focus when that dialog came: the frame that stood in for it, which is gone.
 */
function useReturnOfFocus(): void {
  const [openers] = useState(useFocusTrail());
  useEffect(
    () => () => {
      // A dialog that goes moves the focus in the next frame.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement !== document.body) return;
          openers.find(({ isConnected }) => isConnected)?.focus();
        }),
      );
    },
    [openers],
  );
}

function Waiting() {
  const { t } = useTexts();
  return (
    <div className={styles.waiting} role="status" aria-label={t.ui.loading}>
      <Skeleton className={styles.skeleton} />
    </div>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTexts();
  const versions = useContext(VersionsContext);
  useEffect(() => versions?.look(), [versions]);
  const isOld = versions?.hasUpdate === true;
  return (
    <div className={styles.failed} role="alert">
      <EmptyState
        icon={<CloudOff size={28} />}
        title={t.ui.partFailed}
        message={isOld ? t.shell.updateReady : undefined}
        action={
          isOld ? (
            <Button variant="primary" onPress={() => versions.take()}>
              {t.shell.updateNow}
            </Button>
          ) : (
            <Button onPress={onRetry}>{t.ui.retry}</Button>
          )
        }
      />
    </div>
  );
}

/** Catches a part that did not come; a bug inside the part goes on to the page's own boundary. */
class LoadBoundary extends Component<
  { readonly failed: ReactNode; readonly onFailed: () => void; readonly children: ReactNode },
  { readonly error: unknown }
> {
  override readonly state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(): void {
    this.props.onFailed();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof AppError && error.failure.code === 'server-unreachable') return this.props.failed;
    throw error;
  }
}
