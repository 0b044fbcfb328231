// A user's details, each field named as the realm file names it.
import { Button, Group, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type StoredUser, useSaveUser } from '../../api/users.ts';
import { announceDone } from '../../ui/announce.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { Section } from '../../ui/section.tsx';
import { AttributeFields } from './attribute-fields.tsx';
import { checkUserForm, toFormValues, toUser, type UserFormValues } from './user-form-values.ts';

const texts = [
  ['username', 'Username'],
  ['email', 'E-mail'],
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
] as const;

interface FieldsProps {
  readonly values: UserFormValues;
  readonly onChange: (part: Partial<UserFormValues>) => void;
}

function DetailFields({ values, onChange }: FieldsProps): ReactNode {
  const problems = checkUserForm(values);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {texts.map(([member, text]) => (
          <TextInput
            key={member}
            label={<MemberLabel text={text} member={member} />}
            error={problems[member]}
            value={values[member]}
            onChange={(event) => onChange({ [member]: event.currentTarget.value })}
          />
        ))}
      </SimpleGrid>
      <Switch
        label={<MemberLabel text="E-mail address is verified" member="emailVerified" />}
        checked={values.emailVerified}
        onChange={(event) => onChange({ emailVerified: event.currentTarget.checked })}
      />
      <Switch
        label={<MemberLabel text="Enabled" member="enabled" />}
        checked={values.enabled}
        onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
      />
    </Stack>
  );
}

/** Keeps what was typed until it is saved or taken back. */
export function UserForm({ user }: { readonly user: StoredUser }): ReactNode {
  const [values, setValues] = useState(() => toFormValues(user));
  const save = useSaveUser(user.id);
  const changed = JSON.stringify(values) !== JSON.stringify(toFormValues(user));
  const change = (part: Partial<UserFormValues>): void => setValues((last) => ({ ...last, ...part }));
  const submit = (): void => {
    if (Object.keys(checkUserForm(values)).length > 0) return;
    save.mutate(toUser(values, user), { onSuccess: () => announceDone(`Saved user ${values.username}.`) });
  };
  return (
    <form
      noValidate
      aria-label="User details"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <Section title="Details" aside={<CopyValue value={user.id} label="user ID (sub)" />}>
          <DetailFields values={values} onChange={change} />
        </Section>
        <Section title="Attributes" summary="Protocol mappers read them into tokens.">
          <AttributeFields rows={values.attributes} onChange={(attributes) => change({ attributes })} />
        </Section>
        {save.error === null ? undefined : <ErrorState error={save.error} />}
        <Group gap="xs">
          <Button type="submit" disabled={!changed} loading={save.isPending}>
            Save
          </Button>
          <Button variant="default" disabled={!changed} onClick={() => setValues(toFormValues(user))}>
            Revert
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
