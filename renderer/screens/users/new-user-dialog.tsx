// Creating a user: what the user profile requires, and an optional password.
import { PasswordInput, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type UserProfile, useUserProfile } from '../../api/user-profile.ts';
import { useCreateUser } from '../../api/users.ts';
import { text } from '../../texts/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { type FieldValues, isSame, itemsOf } from '../../ui/field.ts';
import { showField } from '../../ui/keep-focus.ts';
import { MemberLabel } from '../../ui/member-label.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { sortProblems } from '../../ui/server-problem.ts';
import { ProfileInput } from './profile-input.tsx';
import { describeProblem } from './profile-values.ts';
import { createdUser, newUserFields } from './write-user.ts';

function NewUserForm({
  profile,
  onClose,
}: {
  readonly profile: UserProfile;
  readonly onClose: () => void;
}): ReactNode {
  const attributes = newUserFields(profile);
  const fields = attributes.map(({ field }) => field);
  const [values, setValues] = useState<FieldValues>(() =>
    Object.fromEntries(attributes.map(({ field, initial }) => [field.member, initial])),
  );
  const [sent, setSent] = useState(values);
  const [password, setPassword] = useState('');
  const form = useRef<HTMLDivElement>(null);
  const create = useCreateUser();
  const navigate = useNavigate();
  const refused = create.error === null ? undefined : sortProblems(fields, create.error);
  const problemOf = (member: string): string | undefined => {
    const problem = isSame(sent[member], values[member]) ? refused?.byMember[member] : undefined;
    return problem === undefined ? undefined : describeProblem(profile.texts, problem.text);
  };
  useEffect(() => {
    const faulty = create.error === null ? undefined : form.current?.querySelector('[aria-invalid="true"]');
    if (faulty) showField(form.current);
  }, [create.error]);
  const user = createdUser(attributes, values);
  const name = user.username ?? user.email ?? '';
  const submit = (): (() => Promise<string>) => {
    setSent(values);
    const credentials =
      password === '' ? {} : { credentials: [{ type: 'password', value: password, temporary: false }] };
    return () => create.mutateAsync({ ...user, enabled: true, ...credentials });
  };
  return (
    <DialogForm
      action={text('users:create.action')}
      onSubmit={submit}
      outcome={{
        done: () => text('users:create.done', { user: name }),
        failed: text('users:create.failed', { user: name }),
        onDone: (id) => void navigate(`/users/${id}`),
      }}
      isShown={(error) => sortProblems(fields, error).other.length === 0}
      onClose={onClose}
    >
      <Stack gap="md" ref={form}>
        {attributes.map((attribute, index) => (
          <ProfileInput
            key={attribute.name}
            attribute={attribute}
            values={itemsOf(values[attribute.field.member])}
            problem={problemOf(attribute.field.member)}
            focused={index === 0}
            onChange={(items) => setValues({ ...values, [attribute.field.member]: items })}
          />
        ))}
      </Stack>
      <PasswordInput
        label={<MemberLabel text={text('users:create.password')} member="credentials" />}
        description={text('users:create.passwordHelp')}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

/** Opens the new user. */
export function NewUserDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const query = useUserProfile();
  return (
    <Dialog onClose={onClose} title={text('users:create.title')}>
      <QueryView query={query} lines={6}>
        {(profile) => <NewUserForm profile={profile} onClose={onClose} />}
      </QueryView>
    </Dialog>
  );
}
