// The Details tab of a user. It follows the user profile of the realm.
import { Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { type UserProfile, useUserProfile } from '../../api/user-profile.ts';
import { type StoredUser, useSaveUser } from '../../api/users.ts';
import { text } from '../../texts/text.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { itemsOf } from '../../ui/field.ts';
import { FieldInput, type FieldInputProps } from '../../ui/field-input.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { listProfileFields } from './profile-fields.ts';
import { ProfileInput } from './profile-input.tsx';
import { describeProblem } from './profile-values.ts';
import { describeHidden } from './unmanaged-attributes.ts';
import { userSections } from './user-fields.ts';
import { flattenUser, writeUser } from './write-user.ts';

/** Name of the draft for a user. */
export function userForm(user: StoredUser): string {
  return `user ${user.id}`;
}

/** Renders attributes of the profile by their annotations, and all other fields as usual. */
function createInput(profile: UserProfile): (props: FieldInputProps) => ReactNode {
  const byMember = new Map(listProfileFields(profile).map((each) => [each.field.member, each]));
  return function UserInput(props: FieldInputProps): ReactNode {
    const { field, value, problem, onChange } = props;
    const attribute = byMember.get(field.member);
    if (attribute === undefined) return <FieldInput {...props} />;
    return (
      <ProfileInput
        attribute={attribute}
        values={itemsOf(value)}
        problem={problem === undefined ? undefined : describeProblem(profile.texts, problem)}
        onChange={onChange}
      />
    );
  };
}

interface Props {
  readonly user: StoredUser;
  readonly profile: UserProfile;
}

function ProfileForm({ user, profile }: Props): ReactNode {
  const save = useSaveUser(user.id);
  const input = useMemo(() => createInput(profile), [profile]);
  const sections = useMemo(() => userSections(profile), [profile]);
  const hidden = describeHidden(profile, user.attributes);
  return (
    <>
      <SettingsForm
        label={text('users:user.form', { user: user.username })}
        form={userForm(user)}
        sections={sections}
        representation={flattenUser(profile, user)}
        input={input}
        onSave={(part) => save.mutateAsync(writeUser(profile, user, part))}
      />
      {hidden === undefined ? undefined : (
        <Text c="dimmed" fz="sm">
          {hidden}
        </Text>
      )}
    </>
  );
}

/** Saves only the changes. */
export function UserForm({ user }: { readonly user: StoredUser }): ReactNode {
  const query = useUserProfile();
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Text c="dimmed" fz="sm">
          {text('users:user.idLabel')}
        </Text>
        <CopyValue value={user.id} label={text('users:user.idCopied')} />
      </Group>
      <QueryView query={query} lines={8}>
        {(profile) => <ProfileForm user={user} profile={profile} />}
      </QueryView>
    </Stack>
  );
}
