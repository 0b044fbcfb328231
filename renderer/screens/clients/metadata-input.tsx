// Input for a service provider's metadata: pasted, or from a file.
import { Button, FileButton, Group, Stack, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { text } from '../../texts/text.ts';

interface Props {
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (metadata: string) => void;
}

/** The server's limit in bytes. Metadata of whole federations would also be too large for a text field. */
const MAX_FILE_BYTES = 1024 * 1024;

/** The content of a chosen file is shown in the text field. */
export function MetadataInput({ value, problem, onChange }: Props): ReactNode {
  const [fileProblem, setFileProblem] = useState<string | undefined>(undefined);
  const change = (metadata: string): void => {
    setFileProblem(undefined);
    onChange(metadata);
  };
  const read = (file: File | null): void => {
    if (file === null) return;
    if (file.size > MAX_FILE_BYTES) setFileProblem(text('clients:metadata.tooLarge'));
    else
      file
        .text()
        .then(change, () => setFileProblem(text('clients:metadata.unreadable', { file: file.name })));
  };
  return (
    <Stack gap="xs">
      <Textarea
        data-autofocus
        label={text('clients:metadata.label')}
        description={text('clients:metadata.help')}
        placeholder="<md:EntityDescriptor …>"
        autosize
        minRows={6}
        maxRows={14}
        error={fileProblem ?? problem}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
      />
      <Group>
        <FileButton onChange={read} accept=".xml,text/xml,application/xml,application/samlmetadata+xml">
          {(props) => (
            <Button size="xs" variant="default" leftSection={<IconFileUpload size={14} />} {...props}>
              {text('clients:metadata.chooseFile')}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}
