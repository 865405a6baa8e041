import { enAboutModel } from './en/about-model.ts';
import { enAccount } from './en/account.ts';
import { enBilling } from './en/billing.ts';
import { enConflicts } from './en/conflicts.ts';
import { enDownloads } from './en/downloads.ts';
import { enDroppedPicture } from './en/dropped-picture.ts';
import { enEdit } from './en/edit.ts';
import { enEngines } from './en/engines.ts';
import { enFeedback } from './en/feedback.ts';
import { enGallery } from './en/gallery.ts';
import { enGradient } from './en/gradient.ts';
import { enMaterialMaps } from './en/material-maps.ts';
import { enNotices } from './en/notices.ts';
import { enOrders } from './en/orders.ts';
import { enPicture } from './en/picture.ts';
import { enProjects } from './en/projects.ts';
import { enResult } from './en/result.ts';
import { enStaff } from './en/staff.ts';
import { enTaps } from './en/taps.ts';
import { enTutorial } from './en/tutorial.ts';
import { esAboutModel } from './es/about-model.ts';
import { esAccount } from './es/account.ts';
import { esBilling } from './es/billing.ts';
import { esConflicts } from './es/conflicts.ts';
import { esDownloads } from './es/downloads.ts';
import { esDroppedPicture } from './es/dropped-picture.ts';
import { esEdit } from './es/edit.ts';
import { esEngines } from './es/engines.ts';
import { esFeedback } from './es/feedback.ts';
import { esGallery } from './es/gallery.ts';
import { esGradient } from './es/gradient.ts';
import { esMaterialMaps } from './es/material-maps.ts';
import { esNotices } from './es/notices.ts';
import { esOrders } from './es/orders.ts';
import { esPicture } from './es/picture.ts';
import { esProjects } from './es/projects.ts';
import { esResult } from './es/result.ts';
import { esStaff } from './es/staff.ts';
import { esTaps } from './es/taps.ts';
import { esTutorial } from './es/tutorial.ts';
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
