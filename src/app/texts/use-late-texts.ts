import { enAboutModel } from './en/late/about-model.ts';
import { enAccount } from './en/late/account.ts';
import { enBilling } from './en/late/billing.ts';
import { enConflicts } from './en/late/conflicts.ts';
import { enDownloads } from './en/late/downloads.ts';
import { enDroppedPicture } from './en/late/dropped-picture.ts';
import { enEdit } from './en/late/edit.ts';
import { enEngines } from './en/late/engines.ts';
import { enFeedback } from './en/late/feedback.ts';
import { enGallery } from './en/late/gallery.ts';
import { enGradient } from './en/late/gradient.ts';
import { enMaterialMaps } from './en/late/material-maps.ts';
import { enNotices } from './en/late/notices.ts';
import { enOrders } from './en/late/orders.ts';
import { enPicture } from './en/late/picture.ts';
import { enProjects } from './en/late/projects.ts';
import { enResult } from './en/late/result.ts';
import { enStaff } from './en/late/staff.ts';
import { enTaps } from './en/late/taps.ts';
import { enTutorial } from './en/late/tutorial.ts';
import { esAboutModel } from './es/late/about-model.ts';
import { esAccount } from './es/late/account.ts';
import { esBilling } from './es/late/billing.ts';
import { esConflicts } from './es/late/conflicts.ts';
import { esDownloads } from './es/late/downloads.ts';
import { esDroppedPicture } from './es/late/dropped-picture.ts';
import { esEdit } from './es/late/edit.ts';
import { esEngines } from './es/late/engines.ts';
import { esFeedback } from './es/late/feedback.ts';
import { esGallery } from './es/late/gallery.ts';
import { esGradient } from './es/late/gradient.ts';
import { esMaterialMaps } from './es/late/material-maps.ts';
import { esNotices } from './es/late/notices.ts';
import { esOrders } from './es/late/orders.ts';
import { esPicture } from './es/late/picture.ts';
import { esProjects } from './es/late/projects.ts';
import { esResult } from './es/late/result.ts';
import { esStaff } from './es/late/staff.ts';
import { esTaps } from './es/late/taps.ts';
import { esTutorial } from './es/late/tutorial.ts';
import { useTexts } from './use-texts.ts';

/** Sentences that only parts loaded later say; they come with those, in both languages, and not with the first paint. */
export const LATE_TEXTS = {
  en: {
    ...enBilling,
    ...enDownloads,
    ...enDroppedPicture,
    ...enEdit,
    ...enEngines,
    ...enFeedback,
    ...enGallery,
    ...enGradient,
    ...enMaterialMaps,
    ...enNotices,
    ...enOrders,
    ...enPicture,
    ...enProjects,
    ...enResult,
    ...enStaff,
    ...enTaps,
    ...enAboutModel,
    ...enTutorial,
    ...enConflicts,
    ...enAccount,
  },
  es: {
    ...esBilling,
    ...esDownloads,
    ...esDroppedPicture,
    ...esEdit,
    ...esEngines,
    ...esFeedback,
    ...esGallery,
    ...esGradient,
    ...esMaterialMaps,
    ...esNotices,
    ...esOrders,
    ...esPicture,
    ...esProjects,
    ...esResult,
    ...esStaff,
    ...esTaps,
    ...esAboutModel,
    ...esTutorial,
    ...esConflicts,
    ...esAccount,
  },
};
export type LateTexts = (typeof LATE_TEXTS)['en' | 'es'];

/** Texts of the parts that are loaded later, in the page's language. Only from a lazy part: else they are not late. */
export function useLateTexts(): LateTexts {
  return LATE_TEXTS[useTexts().language];
}
