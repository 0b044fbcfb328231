// Importing a service provider's metadata into an existing client.
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileImport } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type StoredClient, useSaveClient } from '../../api/clients.ts';
import { useReadDescription } from '../../api/installations.ts';
import { announceDone } from '../../ui/announce.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { checkServiceProvider, mergeMetadata } from './merge-metadata.ts';
import { MetadataInput } from './metadata-input.tsx';

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
  const submit = (): (() => Promise<string>) | undefined => {
    setProblem(text.trim() === '' ? 'Paste the metadata, or choose a file.' : undefined);
    if (text.trim() === '') return undefined;
    return async () => {
      const described = await describe.mutateAsync({ text, clientId: client.clientId });
      const merged = mergeMetadata(client, checkServiceProvider(described));
      await save.mutateAsync(merged);
      return `Imported the metadata into client ${merged.clientId}.`;
    };
  };
  return (
    <Dialog onClose={onClose} title={`Import metadata into ${client.clientId}`} size="lg">
      <DialogForm
        action="Import"
        onSubmit={submit}
        outcome={{
          done: (message) => message,
          failed: `Client ${client.clientId} was not changed`,
          onDone: (message) => {
            announceDone(message);
            onClose();
          },
        }}
        onClose={onClose}
      >
        <Text fz="sm">
          The metadata replaces entity ID, URLs, keys and formats. Mappers, scopes and all other settings are
          kept.
        </Text>
        <MetadataInput value={text} problem={problem} onChange={setText} />
      </DialogForm>
    </Dialog>
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
