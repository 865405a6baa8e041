import type { LateTexts } from './catalogue.ts';
import { esAboutModel } from './es/late/about-model.ts';
import { esAccount } from './es/late/account.ts';
import { esBackdrop } from './es/late/backdrop.ts';
import { esBilling } from './es/late/billing.ts';
import { esCamera } from './es/late/camera.ts';
import { esConflicts, esUnsent } from './es/late/conflicts.ts';
import { esDownloads } from './es/late/downloads.ts';
import { esDroppedPicture, esShare } from './es/late/dropped-picture.ts';
import { esEdit } from './es/late/edit.ts';
import { esEngines } from './es/late/engines.ts';
import { esFeedback, esReturns } from './es/late/feedback.ts';
import { esGallery } from './es/late/gallery.ts';
import { esLabels } from './es/late/labels.ts';
import { esLibraries } from './es/late/libraries.ts';
import { esMaterialMaps } from './es/late/material-maps.ts';
import { esNotices } from './es/late/notices.ts';
import { esOrders } from './es/late/orders.ts';
import { esPicture } from './es/late/picture.ts';
import { esPrograms } from './es/late/programs.ts';
import { esProjects } from './es/late/projects.ts';
import { esResult } from './es/late/result.ts';
import { esRigs } from './es/late/rigs.ts';
import { esStaff } from './es/late/staff.ts';
import { esTaps } from './es/late/taps.ts';
import { esTutorial } from './es/late/tutorial.ts';

/** The same in Spanish. */
export const lateSpanish: LateTexts = {
  ...esBilling,
  ...esDownloads,
  ...esDroppedPicture,
  ...esEdit,
  ...esEngines,
  ...esFeedback,
  ...esBackdrop,
  ...esPrograms,
  ...esGallery,
  ...esLabels,
  ...esLibraries,
  ...esMaterialMaps,
  ...esNotices,
  ...esOrders,
  ...esPicture,
  ...esProjects,
  ...esResult,
  ...esRigs,
  ...esShare,
  ...esStaff,
  ...esReturns,
  ...esTaps,
  ...esAboutModel,
  ...esTutorial,
  ...esCamera,
  ...esConflicts,
  ...esAccount,
  ...esUnsent,
};
