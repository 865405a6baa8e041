import { useQuery } from '@tanstack/react-query';
import { titleOfFamily } from '../../../contract/family-titles.ts';
import type { InstructionClause } from '../../../contract/instruction/plan-instruction.ts';
import type { ToldWay } from '../../../contract/instruction/told-way.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { useSystem } from '../../core/render-queries.ts';
import { useApp } from '../../core/use-app.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { judgeKept } from '../../model/judge-kept.ts';
import { likelyFamily, planEngine } from '../../model/plan-engine.ts';
import type { LateTexts } from '../../texts/catalogue.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './EngineChoice.module.css';
import { planTold } from './plan-told.ts';

/**
 * What the AI engine is told with the next order, in the person's own words and language, before it is ordered. Nothing where
 * no AI engine would draw.
 */
export function Told() {
  const app = useApp();
  const texts = useTexts();
  const { told, keptProduct } = useLateTexts();
  const model = useModel();
  const settings = useSettings();
  const system = useSystem()?.system ?? null;
  const plan = planEngine(settings.render_settings, system);
  const family = likelyFamily(plan, system);
  const way = family?.told ?? 'instruction';
  const others = (system?.ai?.families ?? []).filter(({ told: other }) => other !== way);
  const isTold = plan.engine === 'comfyui' && !plan.isMissing && model !== null;
  const query = useQuery({
    queryKey: ['told', settings, plan, model?.hash, texts.language, way],
    queryFn: () => (model === null ? [] : planTold(app, texts, model, currentSettings(app), plan, way)),
    enabled: isTold && plan.workflow === null,
    // All of it is on this device.
    networkMode: 'always',
    // It is of this moment: what the camera sees and what is painted are not in the key.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (!isTold) return null;
  const notKept = judgeKept(model.report, settings, plan);
  return (
    <section className={styles.note} aria-labelledby="told">
      <h3 className={styles.heading} id="told">
        {told.title}
      </h3>
      {plan.workflow !== null && <p>{told.byWorkflow(plan.workflow)}</p>}
      {family !== null && <p>{told.by[way](titleOfFamily(family.name))}</p>}
      {notKept !== null && <p>{keptProduct.notKept[notKept]}</p>}
      {query.error !== null && <p>{describeError(texts, query.error)}</p>}
      {query.data !== undefined && (
        <ul className={styles.told}>
          {query.data.map((clause) => {
            const said = sayClause(clause, told, way);
            return said === null ? null : <li key={keyOf(clause)}>{said}</li>;
          })}
        </ul>
      )}
      {family !== null && others.length > 0 && (
        <p>{told.others(texts.format.list(others.map(({ name }) => titleOfFamily(name))))}</p>
      )}
    </section>
  );
}

function keyOf(clause: InstructionClause): string {
  return clause.kind === 'material' ? `material ${clause.mask}` : clause.kind;
}

/** One clause in the person's language; null where it says nothing that they do not see. */
function sayClause(clause: InstructionClause, told: LateTexts['told'], way: ToldWay): string | null {
  switch (clause.kind) {
    case 'product':
      if (way === 'description') return told.described(clause.product);
      return `${told.product(clause.product)} ${told.freedom[clause.freedom]}`;
    case 'around':
      return told.around;
    case 'backdrop':
      return told.backdrop;
    case 'material':
      return told.material(clause.part, clause.material, way === 'description' ? null : clause.centimetres);
    case 'surroundings':
      return clause.from === 'place' ? told.place(clause.name) : told.surroundings[clause.from];
    case 'style':
      return way === 'description' ? told.styleByName(clause.name) : told.style(clause.name);
    case 'painted-light':
      return told.paintedLight;
    case 'light':
      return told.light(told.softness[clause.softness], told.sides[clause.side]);
    case 'words':
      return told.words(clause.text);
    case 'alone':
      return told.alone;
    case 'nothing-else':
      return told.nothingElse;
  }
}
