// Creating a client scope: protocol, name and description.
import { SegmentedControl, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateClientScope } from '../../api/client-scopes.ts';
import { text } from '../../texts/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { checkScopeName } from './client-scope-fields.ts';

/** Opens the new scope. */
export function NewClientScopeDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [protocol, setProtocol] = useState('openid-connect');
  const [tried, setTried] = useState(false);
  const create = useCreateClientScope();
  const navigate = useNavigate();
  const problem = checkScopeName(name.trim());
  const submit = (): (() => Promise<string>) | undefined => {
    setTried(true);
    if (problem !== undefined) return undefined;
    return () =>
      create.mutateAsync({
        name: name.trim(),
        description: description.trim(),
        protocol,
        attributes: {
          ...(protocol === 'openid-connect' ? { 'include.in.token.scope': 'true' } : {}),
          'display.on.consent.screen': 'true',
        },
      });
  };
  return (
    <Dialog onClose={onClose} title={text('realm:newScope.title')}>
      <DialogForm
        action={text('realm:newScope.action')}
        onSubmit={submit}
        outcome={{
          done: () => text('realm:newScope.done', { name: name.trim() }),
          failed: text('realm:newScope.failed', { name: name.trim() }),
          onDone: (id) => void navigate(`/realm/client-scopes/${id}`),
        }}
        onClose={onClose}
      >
        <SegmentedControl
          aria-label={text('realm:newScope.protocol')}
          fullWidth
          data={[
            { value: 'openid-connect', label: 'OpenID Connect' },
            { value: 'saml', label: 'SAML 2.0' },
          ]}
          value={protocol}
          onChange={setProtocol}
        />
        <TextInput
          data-autofocus
          label={<MemberLabel text={text('realm:newScope.name')} member="name" />}
          description={
            protocol === 'saml' ? text('realm:newScope.samlHelp') : text('realm:newScope.oidcHelp')
          }
          error={tried ? problem : undefined}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={<MemberLabel text={text('realm:newScope.description')} member="description" />}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
