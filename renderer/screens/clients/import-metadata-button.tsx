// Taking the metadata of a service provider into a client that is there.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileImport } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type StoredClient, useSaveClient } from '../../api/clients.ts';
import { useReadDescription } from '../../api/installations.ts';
import { announceDone } from '../../ui/announce.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MetadataInput } from './metadata-input.tsx';
import { takeMetadata } from './take-metadata.ts';

function ImportDialog({
  client,
  onClose,
}: {
  readonly client: StoredClient;
  readonly onClose: () => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const describe = useReadDescription();
  const save = useSaveClient(client.id);
  const submit = (): void => {
    setProblem(text.trim() === '' ? 'Paste the metadata, or choose its file.' : undefined);
    if (text.trim() === '') return;
    describe.mutate(text, {
      onSuccess: (described) =>
        save.mutate(takeMetadata(client, described), {
          onSuccess: () => {
            announceDone(`Client ${described.clientId} has the settings of the metadata.`);
            onClose();
          },
        }),
    });
  };
  const error = describe.error ?? save.error;
  return (
    <Modal opened onClose={onClose} title={`Import metadata into ${client.clientId}`} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <Text fz="sm">
            Entity ID, addresses, keys and formats are replaced by those of the metadata. Mappers, scopes and
            everything that metadata says nothing about stay.
          </Text>
          <MetadataInput value={text} problem={problem} onChange={setText} />
          {error === null ? undefined : <ErrorState error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={describe.isPending || save.isPending}>
              Import
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** A button that opens the dialog. */
export function ImportMetadataButton({ client }: { readonly client: StoredClient }): ReactNode {
  const [open, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<IconFileImport size={16} />} onClick={dialog.open}>
        Import metadata
      </Button>
      {open ? <ImportDialog client={client} onClose={dialog.close} /> : undefined}
    </>
  );
}
