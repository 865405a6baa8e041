import { enAboutModel } from './en/late/about-model.ts';
import { enAccount } from './en/late/account.ts';
import { enBackdrop } from './en/late/backdrop.ts';
import { enBilling } from './en/late/billing.ts';
import { enCamera } from './en/late/camera.ts';
import { enConflicts, enUnsent } from './en/late/conflicts.ts';
import { enDownloads } from './en/late/downloads.ts';
import { enDroppedPicture, enShare } from './en/late/dropped-picture.ts';
import { enEdit } from './en/late/edit.ts';
import { enEngines } from './en/late/engines.ts';
import { enFeedback, enReturns } from './en/late/feedback.ts';
import { enGallery } from './en/late/gallery.ts';
import { enLabels } from './en/late/labels.ts';
import { enLibraries } from './en/late/libraries.ts';
import { enMaterialMaps } from './en/late/material-maps.ts';
import { enNotices } from './en/late/notices.ts';
import { enOrders } from './en/late/orders.ts';
import { enPicture } from './en/late/picture.ts';
import { enPrograms } from './en/late/programs.ts';
import { enProjects } from './en/late/projects.ts';
import { enResult } from './en/late/result.ts';
import { enRigs } from './en/late/rigs.ts';
import { enStaff } from './en/late/staff.ts';
import { enTaps } from './en/late/taps.ts';
import { enTutorial } from './en/late/tutorial.ts';

/** What a signed-in person is told beyond the first paint, in English; it decides the keys. */
export const lateEnglish = {
  ...enBilling,
  ...enDownloads,
  ...enDroppedPicture,
  ...enEdit,
  ...enEngines,
  ...enFeedback,
  ...enBackdrop,
  ...enPrograms,
  ...enGallery,
  ...enLabels,
  ...enLibraries,
  ...enMaterialMaps,
  ...enNotices,
  ...enOrders,
  ...enPicture,
  ...enProjects,
  ...enResult,
  ...enRigs,
  ...enShare,
  ...enStaff,
  ...enReturns,
  ...enTaps,
  ...enAboutModel,
  ...enTutorial,
  ...enCamera,
  ...enConflicts,
  ...enAccount,
  ...enUnsent,
};
