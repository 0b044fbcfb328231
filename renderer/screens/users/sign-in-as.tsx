// "Sign in as": opens an application in the browser, signed in as the user.
import { Anchor, Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogin2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { ClientStartWire, SignInLinkWire } from '#protocol/contract/sign-in-links.ts';
import { openInBrowser } from '../../api/bridge.ts';
import { type StoredClient, useClients } from '../../api/clients.ts';
import { useClientStart, useSignInLink } from '../../api/sign-in-links.ts';
import type { StoredUser } from '../../api/users.ts';
import { checkUrl } from '../../components/checks.ts';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
import { announceDone } from '../../ui/announce.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { QueryView } from '../../ui/query-view.tsx';

/** Whether a client signs users in with a browser. */
function signsUsersIn({ enabled, protocol = 'openid-connect', ...client }: StoredClient): boolean {
  if (enabled === false) return false;
  if (protocol === 'saml') return true;
  const hasFlow = client.standardFlowEnabled !== false || client.implicitFlowEnabled === true;
  return protocol === 'openid-connect' && client.bearerOnly !== true && hasFlow;
}

interface StartProps {
  readonly client: StoredClient;
  readonly start: ClientStartWire;
  readonly url: string;
  readonly problem: string | undefined;
  readonly onUrl: (url: string) => void;
}

/** Where the browser goes; asks if no setting of the client says so. */
function Start({ client, start, url, problem, onUrl }: StartProps): ReactNode {
  if (start.application !== undefined)
    return (
      <Text fz="sm" c="dimmed">
        {text('users:signInAs.starts')}
      </Text>
    );
  if (start.startUrl !== undefined)
    return (
      <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <RichText
          of="users:signInAs.opens"
          values={{ url: start.startUrl, from: <span lang="en">{start.from}</span> }}
        />
      </Text>
    );
  return (
    <Stack gap="xs">
      <TextInput
        label={text('users:signInAs.url')}
        description={text('users:signInAs.urlHelp')}
        placeholder="http://localhost:3000/"
        error={problem}
        value={url}
        onChange={(event) => onUrl(event.currentTarget.value)}
      />
      <Text fz="sm" c="dimmed">
        <RichText
          of="users:signInAs.noStart"
          values={{ client: client.clientId }}
          parts={{
            link: <Anchor component={Link} to={`/clients/${client.id}/general`} fz="sm" underline="always" />,
          }}
        />
      </Text>
    </Stack>
  );
}

function SignInForm({
  user,
  clients,
  onClose,
}: {
  readonly user: StoredUser;
  readonly clients: readonly StoredClient[];
  readonly onClose: () => void;
}): ReactNode {
  const { username } = user;
  const [clientId, setClientId] = useState<string | undefined>(undefined);
  const [url, setUrl] = useState('');
  const [tried, setTried] = useState(false);
  const start = useClientStart(clientId);
  const create = useSignInLink();
  const client = clients.find((each) => each.clientId === clientId);
  const { application, startUrl } = start.data ?? {};
  const isAsked = clientId !== undefined && application === undefined && startUrl === undefined;
  const problem = isAsked
    ? url.trim() === ''
      ? text('users:signInAs.urlMissing')
      : checkUrl(url.trim())
    : undefined;
  const submit = (): (() => Promise<SignInLinkWire>) | undefined => {
    setTried(true);
    if (problem !== undefined) return undefined;
    return () =>
      create.mutateAsync({
        user: username,
        ...(clientId === undefined ? {} : { client: clientId }),
        ...(application === undefined ? {} : { application }),
        ...(isAsked ? { startUrl: url.trim() } : {}),
      });
  };
  const done =
    clientId === undefined
      ? text('users:signInAs.doneRealm', { user: username })
      : text('users:signInAs.done', { client: clientId, user: username });
  return (
    <DialogForm
      action={text('users:signInAs.submit', { user: username })}
      blocked={clientId !== undefined && start.data === undefined}
      onSubmit={submit}
      outcome={{
        done: () => done,
        failed: text('users:signInAs.failed', { user: username }),
        onDone: ({ signInUrl }) => {
          openInBrowser(signInUrl);
          announceDone(done);
          onClose();
        },
      }}
      onClose={onClose}
    >
      <Text c="dimmed" fz="sm">
        {text('users:signInAs.summary', { user: username })}
      </Text>
      <Select
        data-autofocus
        label={text('users:signInAs.client')}
        description={text('users:signInAs.clientHelp')}
        placeholder={text('users:signInAs.realmOnly')}
        openOnFocus={false}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': text('users:signInAs.noClient') }}
        nothingFoundMessage={text('users:signInAs.noMatch')}
        data={clients.map((each) => each.clientId)}
        value={clientId ?? null}
        onChange={(next) => {
          setClientId(next ?? undefined);
          setUrl('');
          setTried(false);
        }}
      />
      {client === undefined ? undefined : (
        <QueryView query={start} lines={1}>
          {(found) => (
            <Start
              client={client}
              start={found}
              url={url}
              problem={tried ? problem : undefined}
              onUrl={setUrl}
            />
          )}
        </QueryView>
      )}
    </DialogForm>
  );
}

export function SignInAs({ user }: { readonly user: StoredUser }): ReactNode {
  const clients = useClients();
  const [choosing, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<IconLogin2 size={16} />} onClick={dialog.open}>
        {text('users:signInAs.action')}
      </Button>
      {choosing ? (
        <Dialog title={text('users:signInAs.title', { user: user.username })} onClose={dialog.close}>
          <QueryView query={clients}>
            {(all) => <SignInForm user={user} clients={all.filter(signsUsersIn)} onClose={dialog.close} />}
          </QueryView>
        </Dialog>
      ) : undefined}
    </>
  );
}
