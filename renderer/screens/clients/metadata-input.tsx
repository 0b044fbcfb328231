// Input for a service provider's metadata: pasted, or from a file.
import { Button, FileButton, Group, Stack, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

interface Props {
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

/** The server's limit in bytes. Metadata of whole federations would also be too large for a text field. */
const MAX_FILE_BYTES = 1024 * 1024;
const TOO_LARGE =
  'The file is larger than 1 MiB. Copy the service provider’s EntityDescriptor from it and paste that here.';

/** The content of a chosen file is shown in the text field. */
export function MetadataInput({ value, problem, onChange }: Props): ReactNode {
  const [fileProblem, setFileProblem] = useState<string | undefined>(undefined);
  const change = (text: string): void => {
    setFileProblem(undefined);
    onChange(text);
  };
  const read = (file: File | null): void => {
    if (file === null) return;
    if (file.size > MAX_FILE_BYTES) setFileProblem(TOO_LARGE);
    else file.text().then(change, () => setFileProblem(`${file.name} could not be read. Choose it again.`));
  };
  return (
    <Stack gap="xs">
      <Textarea
        data-autofocus
        label="Metadata of the service provider"
        description="The XML that the application publishes, often at /saml/metadata."
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
              Choose a file
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}
