import { useCallback, useEffect, useRef, useState } from 'react';
import type { Gradient } from '../../../contract/scene/gradient.ts';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { previewGradient, setGradient } from './set-gradient.ts';

/** The stage follows a drag this far apart: a hand does not see more, and the page stays free. */
const PREVIEW_MS = 40;

/** A gradient while it is being edited. */
export interface GradientEdit {
  /** As the person has it now; the stage is there a moment later. */
  readonly shown: Gradient;
  preview(next: Gradient): void;
  /** Ends a gesture: one step to undo, from what there was before its first preview. */
  commit(next: Gradient, mergeKey?: string): void;
}

/** @param gradient What the project has. */
export function useGradientEdit(gradient: Gradient): GradientEdit {
  const app = useApp();
  const texts = useTexts();
  const [draft, setDraft] = useState<Gradient | null>(null);
  const before = useRef<Gradient | null>(null);
  const waiting = useRef<{ next: Gradient | null; timer: ReturnType<typeof setTimeout> } | null>(null);

  const rest = useCallback(() => {
    if (waiting.current !== null) clearTimeout(waiting.current.timer);
    waiting.current = null;
  }, []);
  useEffect(() => rest, [rest]);
  const show = (next: Gradient) => {
    previewGradient(app, next);
    const timer = setTimeout(() => {
      const latest = waiting.current?.next ?? null;
      waiting.current = null;
      if (latest !== null) show(latest);
    }, PREVIEW_MS);
    waiting.current = { next: null, timer };
  };
  return {
    shown: draft ?? gradient,
    preview(next) {
      before.current ??= gradient;
      setDraft(next);
      if (waiting.current === null) show(next);
      else waiting.current.next = next;
    },
    commit(next, mergeKey) {
      rest();
      setDraft(null);
      setGradient(app, texts, next, before.current ?? gradient, mergeKey);
      before.current = null;
    },
  };
}
