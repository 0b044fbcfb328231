// Choosing one's language among those of the realm.
import { type Html, html } from '#protocol/http/html.ts';
import { listLocales, localeName } from '#protocol/realm/view/locales.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { renderLabel, renderProblem, wrapInput } from '../form-field.ts';
import { renderPage } from '../page-layout.ts';
import { messageOf } from '../texts/message.ts';
import { type PageTexts, textsOf } from '../texts/page-texts.ts';
import { renderActionButtons } from './action-buttons.ts';
import type { ActionPage, RequiredAction } from './required-action.ts';

const FIELD = 'locale';

const ownLocale = ({ attributes }: StoredUser): string => attributes?.[FIELD]?.[0] ?? '';

/** Compat: without a choice, the action is passed silently. */
const hasNoChoice = (_user: StoredUser, realm: Realm): boolean => listLocales(realm).length < 2;

function renderLocales(texts: PageTexts, { user, problems }: ActionPage, realm: Realm): Html {
  const problem = texts.showProblem(problems[FIELD]);
  const chosen = ownLocale(user) || (realm.stored.defaultLocale ?? '');
  const list = html`<select id="${FIELD}" name="${FIELD}" autofocus aria-invalid="${String(problem !== undefined)}" aria-describedby="${problem === undefined ? 'locale-hint' : `input-error-${FIELD} locale-hint`}" class="${texts.classes.input}">
${listLocales(realm).map(
  (
    tag,
  ) => html`<option value="${tag}" lang="${tag}" ${tag === chosen && html`selected`}>${localeName(tag)}</option>
`,
)}</select>`;
  return html`<div class="${texts.classes.group}">${renderLabel(texts, FIELD, texts.say('understudy.localeLabel'))}
${wrapInput(texts, list)}
<span id="locale-hint" class="${texts.classes.help}">${texts.say('understudy.localeHint')}</span>
${renderProblem(texts, `input-error-${FIELD}`, problem)}</div>`;
}

/** Field `locale`. Choice: docs/differences-to-keycloak.md, "Language of users". */
export const updateUserLocale: RequiredAction = {
  canBeInitiated: true,
  isIgnored: hasNoChoice,
  isDone: hasNoChoice,
  render(exchange, page) {
    const texts = textsOf(exchange);
    return renderPage(exchange, {
      status: 200,
      name: 'update-user-locale',
      heading: texts.say('understudy.localeTitle'),
      content: html`<form id="understudy-locale-form" method="post" action="${page.action}">
${renderLocales(texts, page, exchange.realm)}
${renderActionButtons(texts, page)}
</form>`,
    });
  },
  async take({ form, realm, activity }, _deps, { user }) {
    const locale = form.get(FIELD) ?? '';
    if (!listLocales(realm).includes(locale))
      return { state: 'wrong', problems: { [FIELD]: messageOf('understudy.chooseLocale') } };
    activity.eventDetails({ previous_locale: ownLocale(user), updated_locale: locale });
    return {
      state: 'done',
      change: (current) => ({ ...current, attributes: { ...current.attributes, [FIELD]: [locale] } }),
    };
  },
};
