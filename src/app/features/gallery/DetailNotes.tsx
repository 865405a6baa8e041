import type { RenderBody } from '../../../contract/http/renders.ts';
import { describePicture } from '../../texts/describe-picture.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './RenderDetail.module.css';

/** What is to be known of its pictures, each sentence once; nothing where all is as it was asked for. */
export function DetailNotes({ render }: { readonly render: RenderBody }) {
  const texts = useTexts();
  const { gallery } = useLateTexts();
  const notes = new Set(render.output_images.flatMap((image) => describePicture(texts, render, image)));
  if (notes.size === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>{gallery.notes}</h3>
      <ul>
        {[...notes].map((note) => (
          <li key={note} className={styles.quiet}>
            {note}
          </li>
        ))}
      </ul>
    </>
  );
}
