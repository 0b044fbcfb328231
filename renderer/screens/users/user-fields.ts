// The sections of a user's form: the attributes of the user profile by group, with required actions and other attributes.
import type { UserProfile } from '../../api/user-profile.ts';
import { REQUIRED_ACTIONS } from '../../components/required-actions.ts';
import { userField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';
import { groupProfileFields } from './profile-fields.ts';
import { describeUnmanaged, unmanagedField } from './unmanaged-attributes.ts';

/** Members of users that no profile defines. */
const ownFields: () => readonly Field[] = perLanguage(() => [
  userField('enabled'),
  userField('emailVerified'),
  userField('requiredActions', {
    placeholder: text('users:details.noActions'),
    wide: true,
    choices: REQUIRED_ACTIONS,
  }),
]);

/** The form of a user. */
export function userSections(profile: UserProfile): readonly FieldSection[] {
  const sections = groupProfileFields(profile).map(({ name, title, summary, fields }): FieldSection => {
    const edited = fields.map(({ field }) => field);
    if (name === '')
      return { key: 'details', title: text('users:details.title'), fields: [...edited, ...ownFields()] };
    return { key: `group ${name}`, title, ...(summary === '' ? {} : { summary }), fields: edited };
  });
  const others = unmanagedField(profile);
  if (others === undefined) return sections;
  const summary = describeUnmanaged(profile);
  return [
    ...sections,
    { key: 'attributes', title: text('users:attributes.title'), summary, fields: [others] },
  ];
}
