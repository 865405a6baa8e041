import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useRef, useSyncExternalStore } from 'react';
import {
  UNSTABLE_ToastRegion as AriaToastRegion,
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContentBox,
} from 'react-aria-components';
import { useTexts } from '../texts/use-texts.ts';
import { Details } from './Details.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './ToastRegion.module.css';
import type { ToastKind, Toasts } from './toasts.ts';
import { useToastClocks } from './use-toast-clocks.ts';
import { useToastPlace } from './use-toast-place.ts';

/**
 * Where toasts appear: near the upper right corner of the stage. The focus on them, a pointer that moves there and a page
 * that is hidden stop their clocks.
 */
export function ToastRegion({ toasts }: { readonly toasts: Toasts }) {
  const { t } = useTexts();
  const { queue } = toasts;
  const region = useRef<HTMLDivElement>(null);
  const count = useSyncExternalStore(
    (listener) => queue.subscribe(listener),
    () => queue.visibleToasts.length,
  );
  useToastClocks(toasts);
  useToastPlace(region, count, () => {
    for (const { key } of [...queue.visibleToasts]) queue.close(key);
  });
  return (
    <AriaToastRegion
      ref={region}
      queue={queue}
      aria-label={t.ui.notifications}
      className={styles.region ?? ''}
    >
      {({ toast }) => (
        <Toast toast={toast} className={styles.toast ?? ''}>
          <KindIcon kind={toast.content.kind} />
          <ToastContentBox className={styles.content ?? ''}>
            <Text slot="title" className={styles.title ?? ''}>
              {toast.content.title}
            </Text>
            {toast.content.message !== undefined && (
              <Text slot="description" className={styles.message ?? ''}>
                {toast.content.message}
              </Text>
            )}
            <Details of={toast.content.cause} />
            {toast.content.action !== undefined && (
              <Button
                className={styles.action ?? ''}
                onPress={() => {
                  toast.content.action?.run();
                  queue.close(toast.key);
                }}
              >
                {toast.content.action.label}
              </Button>
            )}
          </ToastContentBox>
          <IconButton slot="close" size="sm" label={t.ui.dismiss} icon={<X size={16} />} placement="left" />
        </Toast>
      )}
    </AriaToastRegion>
  );
}

function KindIcon({ kind }: { readonly kind: ToastKind }) {
  if (kind === 'success') return <CircleCheck className={styles.success} size={18} aria-hidden="true" />;
  if (kind === 'info') return <Info className={styles.info} size={18} aria-hidden="true" />;
  if (kind === 'warning') return <TriangleAlert className={styles.warning} size={18} aria-hidden="true" />;
  return <CircleX className={styles.failure} size={18} aria-hidden="true" />;
}
