import { subscribe } from 'valtio';
import { AppError, type FailureCode } from '../../../contract/failure.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { App, WorkingCopy } from '../../core/app.ts';
import { assignSettings, currentSettings } from '../../core/edit-settings.ts';
import type { LostPart, ProjectRow } from '../../data/db.ts';
import { keepLost } from '../../data/keep-lost.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { listDirtyFields } from '../../values/dirty-fields.ts';
import { isSameValue, listDifferences, pickFields } from '../../values/same-value.ts';
import { keepSteps } from './keep-steps.ts';
import { dropLastWords, leaveLastWords } from './last-words.ts';
import { mergeEdits } from './merge-edits.ts';
import { fateOf } from './note-deletion.ts';

/** Edits reach the database after this pause: one write for a burst, and sooner than a hand reaches the close button. */
const FLUSH_AFTER_MS = 120;
/** What could not be written, for want of room for one, is written again after this pause. */
const AGAIN_AFTER_MS = 10_000;

/**
 * Follows the draft into `db.projects`, part by part, so that another tab's edits of other parts stand; and follows the
 * row back: what another tab or the server changed appears here unless it is being edited here. What can be undone is
 * kept beside it.
 *
 * @param onGone The open project was deleted, or made way for another, and not by this page: nothing of it is written any more.
 */
export function keepWorkingCopy(
  app: App,
  onError: (error: unknown) => void,
  onGone: (fate: 'deleted' | 'replaced') => void = () => {},
): WorkingCopy {
  const { project } = app.state;
  let key = project.key;
  let written: ProjectSettings = currentSettings(app);
  let timer: ReturnType<typeof setTimeout> | null = null;
  let retry: ReturnType<typeof setTimeout> | null = null;
  let stopWatch = (): void => {};
  /** The row as it was read last. */
  let seen: ProjectRow | null = null;
  const steps = keepSteps(app);
  let isStopped = false;
  const pageId = app.outside.randomUuid();
  let hasLeftWords = false;

  /**
   * Compares with the row only once it is this write's turn: while it waited, another may have written an edit that has
   * been taken back since, which would look as if nobody had touched it.
   *
   * @param called As it was when the write was asked for: what is written if another project has been opened meanwhile.
   * @returns Whether there is a row to write into.
   */
  const writeDraft = async (rowKey: string, called: Draft): Promise<boolean> => {
    let earlier: ProjectSettings | null = null;
    try {
      return await app.db.write(async () => {
        const row = await app.db.projects.get(rowKey);
        if (row === undefined) return false;
        const isOpen = rowKey === key && rowKey === project.key;
        const { before, draft } = isOpen ? { before: written, draft: currentSettings(app) } : called;
        const settings = copyPlain(draft);
        const joined = join(before, settings, row.settings);
        await app.db.projects.update(rowKey, { settings: joined.settings });
        await keepLost(app.db, rowKey, app.outside.now(), joined.withoutRoom);
        if (!isOpen) return true;
        // Before anybody is told of the row: what differs there from now on is not this page's.
        earlier = before;
        written = settings;
        return true;
      });
    } catch (error) {
      if (earlier !== null) written = earlier;
      throw error;
    }
  };
  let toldCode: FailureCode | null = null;
  const attempt = (): void => {
    write().then(
      () => {
        toldCode = null;
      },
      (error: unknown) => {
        if (!isStopped) retry ??= setTimeout(attempt, AGAIN_AFTER_MS);
        const code = error instanceof AppError ? error.failure.code : null;
        // Said once, for as long as it is the same.
        if (code === null || code !== toldCode) onError(error);
        toldCode = code;
      },
    );
  };
  const stopTimers = (): void => {
    if (timer !== null) clearTimeout(timer);
    if (retry !== null) clearTimeout(retry);
    timer = retry = null;
  };
  /** What is still being typed, or turned, belongs to what is open now. */
  const makePending = (): void => {
    for (const makeEdit of [...app.pendingEdits]) makeEdit();
  };
  const flush = async (): Promise<void> => {
    do {
      makePending();
      await write();
    } while (app.pendingEdits.size > 0);
  };
  const write = async (): Promise<void> => {
    stopTimers();
    const rowKey = key;
    if (rowKey === null || rowKey !== project.key) return;
    const log = app.commands.steps();
    const called = { before: written, draft: currentSettings(app) };
    // What follows the row hears that it is gone, and says what becomes of it.
    if (!isSameValue(called.draft, called.before) && !(await writeDraft(rowKey, called))) return;
    // The edit is said and done, its step not yet.
    if (hasLeftWords) leaveWords(rowKey, []);
    if (!isStopped) {
      project.isOnDevice = isSameValue(currentSettings(app), written);
      if (!project.isOnDevice) schedule();
    }
    // Last and apart: the edit itself is safe also where its step finds no room.
    await steps.write(rowKey, log);
    if (hasLeftWords) leaveWords(rowKey, []);
  };
  const schedule = (): void => {
    project.isOnDevice = false;
    if (timer !== null) return;
    timer = setTimeout(attempt, FLUSH_AFTER_MS);
  };
  /** Leaves these fields, and the steps, where they are not written yet; nothing where all is. */
  const leaveWords = (projectKey: string, fields: readonly (keyof ProjectSettings)[]): void => {
    const log = app.commands.steps();
    // Another project may have been opened since, and the log is that one's.
    const unwritten = projectKey !== project.key || steps.hasWritten(log) ? null : log;
    const isLeft = fields.length > 0 || unwritten !== null;
    if (isLeft) {
      const [before, after] = [pickFields(written, fields), pickFields(currentSettings(app), fields)];
      const leftAt = app.outside.now();
      leaveLastWords(app.outside, { pageId, projectKey, before, after, steps: unwritten, leftAt });
    } else if (hasLeftWords) dropLastWords(app.outside, pageId);
    hasLeftWords = isLeft;
  };
  /** The page may go now, and the write with it. */
  const leave = (): void => {
    makePending();
    if (key !== null && key === project.key) leaveWords(key, listDifferences(currentSettings(app), written));
    attempt();
  };
  /**
   * The row is gone. Where the browser's storage was cleared under the page, which still has all of the open project, it
   * is put back; where the project was deleted it is not. One that made way for another stays where it was edited here.
   */
  const meetLoss = async (row: ProjectRow): Promise<void> => {
    const settings = copyPlain(currentSettings(app));
    const fate = await app.db.write(async () => {
      // An account that was deleted takes its projects along.
      if (row.userId !== app.state.account.userId) return 'left';
      // Another tab that shows it may have put it back.
      if (row.key !== project.key || (await app.db.projects.get(row.key)) !== undefined) return 'left';
      const noted = await fateOf(app.db, row.key);
      const isEdited = listDirtyFields(settings, row.saved).length > 0;
      if (noted === 'deleted' || (noted === 'replaced' && !isEdited)) return noted;
      await app.db.projects.add({ ...row, settings });
      return noted === 'cleared' ? 'cleared' : 'kept';
    });
    if (fate === 'left') return;
    if (fate === 'deleted' || fate === 'replaced') {
      // The page that deletes it is on its way to another one.
      if (row.key === project.key && project.status === 'ready') onGone(fate);
      return;
    }
    written = settings;
    schedule();
    if (fate === 'kept') return;
    const { t } = app.texts();
    app.toasts.show('warning', t.project.cleared, { message: t.project.clearedHint, area: 'page' });
  };
  const follow = (row: ProjectRow | undefined): void => {
    if (row === undefined && seen !== null) meetLoss(seen).catch(onError);
    if (row === undefined || row.key !== project.key) return;
    seen = row;
    const draft = currentSettings(app);
    const { settings, withoutRoom } = join(written, draft, row.settings);
    written = row.settings;
    if (withoutRoom.length > 0) {
      app.db.write(() => keepLost(app.db, row.key, app.outside.now(), withoutRoom)).catch(onError);
    }
    assignSettings(app, pickFields(settings, listDifferences(settings, draft)));
    project.serverId = row.serverId;
    project.sample = row.sample;
    project.dirtyFields = listDirtyFields(settings, row.saved);
  };
  const watch = (): void => {
    stopWatch();
    key = project.key;
    seen = null;
    written = currentSettings(app);
    steps.adopt();
    const rowKey = key;
    if (rowKey !== null) stopWatch = app.db.watch(() => app.db.projects.get(rowKey), follow);
  };
  watch();
  const stopKey = subscribe(project, () => {
    if (project.key !== key) watch();
    else if (!isSameValue(currentSettings(app), written)) schedule();
  });
  const stopSteps = app.commands.onChange(() => {
    if (project.key === key && key !== null) schedule();
  });
  const stopHide = app.outside.page.onHide(leave);
  return {
    flush,
    stop() {
      isStopped = true;
      stopKey();
      stopSteps();
      stopHide();
      stopWatch();
      stopTimers();
    },
  };
}

/** What this page has of a project, and what of it was last written or read. */
interface Draft {
  readonly before: ProjectSettings;
  readonly draft: ProjectSettings;
}

interface Joined {
  readonly settings: ProjectSettings;
  /** Saved views of both that there is no room for. */
  readonly withoutRoom: readonly LostPart[];
}

/** The row with what this page did since it last saw it. It is one person's hand in all tabs: of two values the last counts. */
function join(saved: ProjectSettings, settings: ProjectSettings, row: ProjectSettings): Joined {
  if (isSameValue(row, saved)) return { settings, withoutRoom: [] };
  if (isSameValue(settings, saved)) return { settings: row, withoutRoom: [] };
  const merged = mergeEdits({ settings, saved }, row);
  return { settings: merged.settings, withoutRoom: merged.lost.filter(({ part }) => part === 'views') };
}
