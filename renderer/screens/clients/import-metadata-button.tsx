// Importing a service provider's metadata into an existing client.
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileImport } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type StoredClient, useSaveClient } from '../../api/clients.ts';
import { useReadDescription } from '../../api/installations.ts';
import { text } from '../../texts/text.ts';
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
  const [metadata, setMetadata] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const describe = useReadDescription();
  const save = useSaveClient(client.id);
  const submit = (): (() => Promise<string>) | undefined => {
    setProblem(metadata.trim() === '' ? text('clients:metadata.missing') : undefined);
    if (metadata.trim() === '') return undefined;
    return async () => {
      const described = await describe.mutateAsync({ text: metadata, clientId: client.clientId });
      const merged = mergeMetadata(client, checkServiceProvider(described));
      await save.mutateAsync(merged);
      return text('clients:metadata.done', { client: merged.clientId });
    };
  };
  return (
    <Dialog onClose={onClose} title={text('clients:metadata.title', { client: client.clientId })} size="lg">
      <DialogForm
        action={text('clients:metadata.submit')}
        onSubmit={submit}
        outcome={{
          done: (message) => message,
          failed: text('clients:metadata.failed', { client: client.clientId }),
          onDone: (message) => {
            announceDone(message);
            onClose();
          },
        }}
        onClose={onClose}
      >
        <Text fz="sm">{text('clients:metadata.consequence')}</Text>
        <MetadataInput value={metadata} problem={problem} onChange={setMetadata} />
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
        {text('clients:metadata.action')}
      </Button>
      {open ? <ImportDialog client={client} onClose={dialog.close} /> : undefined}
    </>
  );
}
