// The names of required actions for people.
import { currentActionName } from '#protocol/contract/settings/required-action.ts';
import type { PageTexts } from '../texts/page-texts.ts';

/** The alias itself for an action of an extension. */
export function actionLabel(texts: Pick<PageTexts, 'resolve'>, alias: string): string {
  const name = currentActionName(alias);
  return texts.resolve(`\${requiredAction.${name}}`, name);
}
