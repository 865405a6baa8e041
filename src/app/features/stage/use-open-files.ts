import { useEffect, useRef } from 'react';
import type { NamedFile } from '../../../contract/compute-values.ts';
import { AppError, isAbort } from '../../../contract/failure.ts';
import { mayHoldModel } from '../../../contract/files/model-names.ts';
import { loadCode } from '../../browser/load-code.ts';
import { useApp } from '../../core/use-app.ts';
import { useModel } from '../../core/use-model.ts';
import { describeImport, describeUnsupported, type SaidOfFiles } from './describe-import.ts';
import { guessName, joinFiles } from './given-files.ts';
import type { ImportedModel } from './import-model.ts';

/** The ways files come in. A later one cancels the one before. */
export interface FileOpener {
  /** Files from a dialog. */
  open(files: readonly NamedFile[]): void;
  /** Files dropped on the page: what is no model completes the one that lacks it. */
  drop(files: readonly NamedFile[]): void;
  /** Files that the model on the stage, or the one that could not be shown, lacks. */
  add(files: readonly NamedFile[]): void;
  cancel(): void;
}

export function useOpenFiles(): FileOpener {
  const app = useApp();
  const model = useModel();
  const importing = useRef<AbortController | null>(null);
  /** Files of the model in `stage.incomplete`. */
  const pending = useRef<readonly NamedFile[]>([]);
  /** Take back what was said about the files before, which is no longer true. */
  const said = useRef<(() => void)[]>([]);
  useEffect(() => () => importing.current?.abort(), []);
  const say = ({ kind, title, ...more }: SaidOfFiles): void => {
    said.current.push(app.toasts.show(kind, title, { area: 'viewer', ...more }));
  };

  const run = async (
    files: readonly NamedFile[],
    work: (signal: AbortSignal) => Promise<ImportedModel>,
  ): Promise<void> => {
    importing.current?.abort();
    const controller = new AbortController();
    importing.current = controller;
    for (const takeBack of said.current.splice(0)) takeBack();
    try {
      const imported = await work(controller.signal);
      for (const sentence of describeImport(app.texts(), imported)) say(sentence);
      pending.current = [];
    } catch (error) {
      if (!isAbort(error)) refuse(files, error);
    }
  };
  const refuse = (files: readonly NamedFile[], error: unknown): void => {
    const failure = error instanceof AppError ? error.failure : null;
    if (failure?.code === 'model-incomplete') {
      pending.current = files;
      app.state.stage.incomplete = { name: failure.name, missing: failure.missing };
      return;
    }
    const name = guessName(files);
    const unsupported = describeUnsupported(app.texts(), name, error);
    if (unsupported !== null) say(unsupported);
    else app.state.stage.refused = { name, failure };
  };
  const open = (files: readonly NamedFile[]): void =>
    void run(files, async (signal) => {
      const { importModel } = await loadCode(() => import('./import-model.ts'));
      signal.throwIfAborted();
      return importModel(app, files, signal);
    });
  const add = (files: readonly NamedFile[]): void => {
    if (app.state.stage.incomplete !== null) open(joinFiles(pending.current, files));
    else
      void run(files, async (signal) => {
        const { addFiles } = await loadCode(() => import('./add-files.ts'));
        signal.throwIfAborted();
        return addFiles(app, files, signal);
      });
  };
  return {
    open,
    add,
    drop(files) {
      const hasModel = files.some(({ path }) => mayHoldModel(path));
      const isLacking = model?.report.warnings.some(({ kind }) => kind === 'missing-file') === true;
      if (!hasModel && files.length > 0 && (isLacking || app.state.stage.incomplete !== null)) add(files);
      else open(files);
    },
    cancel: () => importing.current?.abort(),
  };
}
