// The metadata of a service provider: pasted, or from a file.
import { Button, FileButton, Group, Stack, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

interface Props {
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

/** What the server takes, in bytes; the metadata of whole federations would also be too much for a field. */
const MAX_FILE_BYTES = 1024 * 1024;
const TOO_LARGE =
  'The file is larger than 1 MiB. Take the EntityDescriptor of the service provider out of it, and paste that.';

/** A file is read here and its text shown, so that one sees what is sent. */
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
