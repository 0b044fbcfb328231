// Creating a user: username, name, and an optional password.
import { PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateUser } from '../../api/users.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { checkEmail, checkUsername } from './user-fields.ts';

const texts = [
  ['username', 'Username'],
  ['email', 'E-mail'],
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
] as const;

/** Opens the new user. */
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
  const submit = (): (() => Promise<string>) | undefined => {
    setTried(true);
    if (Object.values(problems).some((problem) => problem !== undefined)) return undefined;
    const credentials =
      password === '' ? {} : { credentials: [{ type: 'password', value: password, temporary: false }] };
    const given = Object.entries(values).filter(([, text]) => text.trim() !== '');
    const user = Object.fromEntries(given.map(([member, text]) => [member, text.trim()]));
    return () => create.mutateAsync({ ...user, enabled: true, ...credentials });
  };
  return (
    <Dialog onClose={onClose} title="Create user">
      <DialogForm
        action="Create"
        onSubmit={submit}
        outcome={{
          done: () => `Created user ${values.username.trim()}.`,
          failed: `User ${values.username.trim()} was not created`,
          onDone: (id) => void navigate(`/users/${id}`),
        }}
        onClose={onClose}
      >
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
          description="If empty, the user cannot sign in until a password is set."
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
