// The fields of a user profile in a form, and what was entered.
import type { Parameters, RealmExchange } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { type ProfileGroup, profileOf } from '#protocol/realm/profile/profile-definition.ts';
import type { ProfileField } from '#protocol/realm/profile/profile-fields.ts';
import { type ProfileValues, profileValue } from '#protocol/realm/profile/profile-values.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { PageMessage } from '../texts/message.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { renderProfileInput } from './profile-input.ts';

/** Values of an attribute at most; what is beyond is not read. */
const MAX_VALUES = 100;

export interface ProfileFormContent {
  readonly fields: readonly ProfileField[];
  /** The values to show. */
  valuesOf(attribute: string): readonly string[];
  /** Messages by attribute. */
  readonly problems: Readonly<Record<string, PageMessage>>;
  /** Whether a field has the focus; absent: it has. */
  readonly focuses?: boolean;
  /** What follows the field of an attribute. */
  after?(attribute: string): Html;
}

/** The fields in the order of the profile, with the headings of their groups; the first one that is wrong has the focus. */
export function renderProfileFields(realm: Realm, texts: PageTexts, content: ProfileFormContent): Html {
  const { fields, problems } = content;
  const { groups } = profileOf(realm);
  const first =
    fields.find(({ attribute }) => problems[attribute.name] !== undefined) ??
    fields.find(({ readOnly }) => !readOnly);
  return html`${fields.map((field, index) => {
    const { name, group } = field.attribute;
    const begins = group !== fields[index - 1]?.attribute.group;
    return html`${begins && renderGroup(texts, groups, group)}
${renderProfileInput({
  ...field,

  texts,
  values: content.valuesOf(name),
  problem: texts.showProblem(problems[name]),
  autofocus: content.focuses !== false && field === first,
})}${content.after?.(name)}`;
  })}`;
}

function renderGroup(texts: PageTexts, groups: readonly ProfileGroup[], name: string | undefined): Html {
  const group = groups.find((each) => each.name === name);
  if (group === undefined) return html``;
  const description = texts.resolve(group.displayDescription);
  return html`<h2 id="header-${group.name}" class="${texts.classes.groupHeader}">${texts.resolve(group.displayHeader)}</h2>
${description !== '' && html`<p class="us-hint" id="description-${group.name}">${description}</p>`}`;
}

/** The values of a submitted form. Fields that users cannot change are left out, whatever was sent. */
export function readProfileValues(form: Parameters, fields: readonly ProfileField[]): ProfileValues {
  return Object.fromEntries(
    fields
      .filter(({ readOnly }) => !readOnly)
      .map(({ attribute: { name } }) => [
        name,
        form
          .all(name)
          .slice(0, MAX_VALUES)
          .map((value) => profileValue(name, value))
          .filter((value) => value !== ''),
      ]),
  );
}

/** What was entered, as it was entered; undefined if no form was submitted. */
export function enteredValues(
  { form, method }: Pick<RealmExchange, 'form' | 'method'>,
  name: string,
): readonly string[] | undefined {
  return method === 'POST' ? form.all(name).slice(0, MAX_VALUES) : undefined;
}
