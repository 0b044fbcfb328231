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
        Starts the sample application of this client first, which may take a few seconds.
      </Text>
    );
  if (start.startUrl !== undefined)
    return (
      <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        Opens {start.startUrl} ({start.from}).
      </Text>
    );
  return (
    <Stack gap="xs">
      <TextInput
        label="Start address"
        description="Where the application runs. Must match one of the client's redirect URIs."
        placeholder="http://localhost:3000/"
        error={problem}
        value={url}
        onChange={(event) => onUrl(event.currentTarget.value)}
      />
      <Text fz="sm" c="dimmed">
        The settings of {client.clientId} do not say where the application starts. To keep an address, set its{' '}
        <Anchor component={Link} to={`/clients/${client.id}/general`} fz="sm" underline="always">
          Home URL
        </Anchor>
        .
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
  const problem = isAsked ? (url.trim() === '' ? 'Enter a URL.' : checkUrl(url.trim())) : undefined;
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
  const done = `Opened ${clientId ?? 'the realm'} in the browser, signed in as ${username}.`;
  return (
    <DialogForm
      action={`Sign in as ${username}`}
      blocked={clientId !== undefined && start.data === undefined}
      onSubmit={submit}
      outcome={{
        done: () => done,
        failed: `Not signed in as ${username}`,
        onDone: ({ signInUrl }) => {
          openInBrowser(signInUrl);
          announceDone(done);
          onClose();
        },
      }}
      onClose={onClose}
    >
      <Text c="dimmed" fz="sm">
        Signs your browser in to this realm as {username}, without a password. Another user who is signed in
        there is signed out.
      </Text>
      <Select
        data-autofocus
        label="Client"
        description="The application that opens."
        placeholder="None: sign in to the realm only"
        openOnFocus={false}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'No client' }}
        nothingFoundMessage="No matching clients"
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
        Sign in as
      </Button>
      {choosing ? (
        <Dialog title={`Sign in as ${user.username}`} onClose={dialog.close}>
          <QueryView query={clients}>
            {(all) => <SignInForm user={user} clients={all.filter(signsUsersIn)} onClose={dialog.close} />}
          </QueryView>
        </Dialog>
      ) : undefined}
    </>
  );
}
