import { useEffect, useRef } from 'react';
import type { NamedFile } from '../../../contract/compute-api.ts';
import { AppError, isAbort } from '../../../contract/failure.ts';
import { loadCode } from '../../load-code.ts';
import type { ToastKind, ToastOptions } from '../../ui/toasts.ts';
import { useApp } from '../../use-app.ts';
import { useModel } from '../../use-model.ts';
import { describeLoadError } from './describe-load-failure.ts';
import { guessName, joinFiles } from './given-files.ts';
import type { ImportedModel } from './import-model.ts';

/** The ways files come in. A later one cancels the one before. */
export interface FileOpener {
  /** Files from a dialog. */
  open(files: readonly NamedFile[]): void;
  /** Files dropped on the page: what is no model completes the one that lacks it, or is answered with a hint. */
  drop(files: readonly NamedFile[]): void;
  /** Files that the model on the stage, or the one that could not be shown, lacks. */
  add(files: readonly NamedFile[]): void;
  cancel(): void;
}

const IS_MODEL = /\.(glb|gltf|obj|zip)$/i;

export function useOpenFiles(): FileOpener {
  const app = useApp();
  const model = useModel();
  const importing = useRef<AbortController | null>(null);
  /** Files of the model in `stage.incomplete`. */
  const pending = useRef<readonly NamedFile[]>([]);
  /** Take back what was said about the files before, which is no longer true. */
  const said = useRef<(() => void)[]>([]);
  useEffect(() => () => importing.current?.abort(), []);
  const say = (kind: ToastKind, title: string, more: ToastOptions = {}): void => {
    said.current.push(app.toasts.show(kind, title, { area: 'viewer', ...more }));
  };

  const run = async (
    files: readonly NamedFile[],
    work: (signal: AbortSignal) => Promise<ImportedModel>,
    isDrop = false,
  ): Promise<void> => {
    importing.current?.abort();
    const controller = new AbortController();
    importing.current = controller;
    for (const takeBack of said.current.splice(0)) takeBack();
    try {
      tell(await work(controller.signal));
      pending.current = [];
    } catch (error) {
      if (!isAbort(error)) refuse(files, error, isDrop);
    }
  };
  const tell = ({ row, name, ambiguous, passedOver }: ImportedModel): void => {
    const { t, format } = app.texts();
    const missing = row.report.warnings.flatMap((warning) =>
      warning.kind === 'missing-file' || warning.kind === 'refused-uri' ? [warning.uri] : [],
    );
    if (ambiguous.length > 0) say('warning', t.models.ambiguous(format.list(ambiguous)));
    else if (missing.length > 0) {
      const names = format.list(missing.slice(0, 3));
      say('warning', t.models.missing(row.name, missing.length, names));
    }
    const ignored = row.report.warnings.flatMap((warning) =>
      warning.kind === 'ignored-displacement' ? [warning.uri] : [],
    );
    const turned = row.report.warnings.flatMap((warning) =>
      warning.kind === 'mended-rotation' ? [warning.name || `${warning.nodeIndex}`] : [],
    );
    if (turned.length > 0) say('warning', t.models.mendedRotations(format.list(turned.slice(0, 3))));
    if (ignored.length > 0) say('warning', t.models.displacement(format.list(ignored.slice(0, 3))));
    if (passedOver.length > 0) say('info', t.models.tookOne(name, passedOver.length));
  };
  const refuse = (files: readonly NamedFile[], error: unknown, isDrop: boolean): void => {
    const texts = app.texts();
    const failure = error instanceof AppError ? error.failure : null;
    if (failure?.code === 'model-incomplete') {
      pending.current = files;
      app.state.stage.incomplete = { name: failure.name, missing: failure.missing };
      return;
    }
    const name = guessName(files);
    const sentence = describeLoadError(texts, name, error);
    if (failure?.code !== 'file-format-unsupported') app.state.stage.refused = { name, failure };
    else if (isDrop) say('info', texts.t.models.dropHint);
    else say('error', sentence, { message: texts.t.models.dropHint });
  };
  const open = (files: readonly NamedFile[], isDrop = false): void =>
    void run(
      files,
      async (signal) => {
        const { importModel } = await loadCode(() => import('./import-model.ts'));
        signal.throwIfAborted();
        return importModel(app, files, signal);
      },
      isDrop,
    );
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
      const hasModel = files.some(({ path }) => IS_MODEL.test(path));
      const isLacking = model?.report.warnings.some(({ kind }) => kind === 'missing-file') === true;
      if (!hasModel && files.length > 0 && (isLacking || app.state.stage.incomplete !== null)) add(files);
      else open(files, true);
    },
    cancel: () => importing.current?.abort(),
  };
}
