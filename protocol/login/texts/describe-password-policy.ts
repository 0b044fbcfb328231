// What a password policy asks for, in the language of a page.
import { listPasswordRules } from '#protocol/realm/users/password-policy.ts';
import type { PageTexts } from './page-texts.ts';

/** As a sentence; undefined if the policy asks for nothing. */
export function describePasswordPolicy(texts: PageTexts, policy: string | undefined): string | undefined {
  const hints = listPasswordRules(policy).map(({ rule, argument }) => {
    if (rule === 'notUsername' || rule === 'notEmail') return texts.say(`understudy.policy.${rule}`);
    return argument === '1'
      ? texts.say(`understudy.policy.${rule}.one`)
      : texts.say(`understudy.policy.${rule}`, argument);
  });
  const [first = ''] = hints.join(texts.listSeparator);
  return hints.length === 0
    ? undefined
    : `${first.toLocaleUpperCase(texts.locale)}${hints.join(texts.listSeparator).slice(first.length)}${texts.fullStop}`;
}
