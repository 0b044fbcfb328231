// An attribute of the user profile in one line.
import { isRecord, type JsonRecord } from '#protocol/contract/settings/kept.ts';
import { type PlainKey, text } from '../../../texts/text.ts';

const recordOf = (value: unknown): JsonRecord => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Who may do something, after “by” or “for”. */
function describePeople(value: unknown): string {
  const isAdmin = listOf(value).includes('admin');
  const isUser = listOf(value).includes('user');
  const key: PlainKey = isAdmin
    ? isUser
      ? 'userProfile:people.both'
      : 'userProfile:people.admins'
    : isUser
      ? 'userProfile:people.users'
      : 'userProfile:people.nobody';
  return text(key);
}

const eitherOf = (names: readonly string[]): string =>
  names.reduce((left, right) => text('userProfile:describe.or', { left, right }));

function describeRequired(required: JsonRecord): string {
  const { roles, scopes } = required;
  const names = listOf(scopes).map(String);
  const isForSome = listOf(roles).some((role) => role === 'admin' || role === 'user');
  const people = describePeople(roles);
  if (names.length === 0)
    return isForSome
      ? text('userProfile:describe.requiredFor', { people })
      : text('userProfile:describe.required');
  const oneOf = eitherOf(names);
  return isForSome
    ? text('userProfile:describe.requiredForWith', { people, scopes: oneOf })
    : text('userProfile:describe.requiredWith', { scopes: oneOf });
}

/** `required for users · viewed by …` */
export function describeAttribute(attribute: JsonRecord): string {
  const { group, multivalued, required } = attribute;
  const { view, edit } = recordOf(attribute['permissions']);
  const rules = Object.keys(recordOf(attribute['validations'])).join(', ');
  const viewers = describePeople([...listOf(view), ...listOf(edit)]);
  return [
    ...(typeof group === 'string' && group !== '' ? [text('userProfile:describe.group', { group })] : []),
    ...(multivalued === true ? [text('userProfile:describe.multivalued')] : []),
    ...(isRecord(required) ? [describeRequired(required)] : []),
    text('userProfile:describe.viewedBy', { people: viewers }),
    text('userProfile:describe.editedBy', { people: describePeople(edit) }),
    ...(rules === '' ? [] : [text('userProfile:describe.checkedBy', { rules })]),
  ].join(' · ');
}
