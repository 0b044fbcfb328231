// "Preview tokens": leads to the tab Evaluate of a client, with the user chosen.
import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useClients } from '../../api/clients.ts';
import type { StoredUser } from '../../api/users.ts';
import { ClientPicker } from '../../components/client-picker.tsx';
import { text } from '../../texts/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryView } from '../../ui/query-view.tsx';

function ChooseClient({
  user,
  onClose,
}: {
  readonly user: StoredUser;
  readonly onClose: () => void;
}): ReactNode {
  const clients = useClients();
  const navigate = useNavigate();
  return (
    <Dialog title={text('users:preview.title', { user: user.username })} onClose={onClose}>
      <Stack gap="sm">
        <Text c="dimmed" fz="sm">
          {text('users:preview.summary')}
        </Text>
        <QueryView query={clients}>
          {(all) => (
            <ClientPicker
              // Registries get tokens for requests, not for sign-ins.
              clients={all.filter(
                ({ protocol, bearerOnly }) => protocol !== 'docker-v2' && bearerOnly !== true,
              )}
              label={text('users:preview.client')}
              value={undefined}
              onChange={(id) =>
                void navigate(`/clients/${id}/evaluate?${new URLSearchParams({ user: user.username })}`)
              }
            />
          )}
        </QueryView>
      </Stack>
    </Dialog>
  );
}

export function PreviewTokens({ user }: { readonly user: StoredUser }): ReactNode {
  const [choosing, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<IconFileSearch size={16} />} onClick={dialog.open}>
        {text('users:preview.action')}
      </Button>
      {choosing ? <ChooseClient user={user} onClose={dialog.close} /> : undefined}
    </>
  );
}
