// Creating a user: a name to sign in with, and a password unless it is set later.
import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateUser } from '../../api/users.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { checkEmail, checkUsername } from './user-fields.ts';

const texts = [
  ['username', 'Username'],
  ['email', 'E-mail'],
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
] as const;

/** Opens the new user when it is there. */
export function NewUserDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [values, setValues] = useState({ username: '', email: '', firstName: '', lastName: '' });
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const create = useCreateUser();
  const navigate = useNavigate();
  const problems: Readonly<Record<string, string | undefined>> = {
    username: checkUsername(values.username),
    email: checkEmail(values.email.trim()),
  };
  const submit = (): void => {
    setTried(true);
    if (Object.values(problems).some((problem) => problem !== undefined)) return;
    const credentials =
      password === '' ? {} : { credentials: [{ type: 'password', value: password, temporary: false }] };
    const given = Object.entries(values).filter(([, text]) => text.trim() !== '');
    const user = Object.fromEntries(given.map(([member, text]) => [member, text.trim()]));
    create.mutate(
      { ...user, enabled: true, ...credentials },
      { onSuccess: (id) => navigate(`/users/${id}`) },
    );
  };
  return (
    <Modal opened onClose={onClose} title="Create user">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          {texts.map(([member, text]) => (
            <TextInput
              key={member}
              data-autofocus={member === 'username' ? true : undefined}
              label={<MemberLabel text={text} member={member} />}
              error={tried ? problems[member] : undefined}
              value={values[member]}
              onChange={(event) => setValues({ ...values, [member]: event.currentTarget.value })}
            />
          ))}
          <PasswordInput
            label={<MemberLabel text="Password" member="credentials" />}
            description="Left empty, the user cannot sign in until one is set."
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {create.error === null ? undefined : <ErrorState error={create.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
