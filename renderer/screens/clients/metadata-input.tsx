// The metadata of a service provider: pasted, or from a file.
import { Button, FileButton, Group, Stack, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

/** A file is read here and its text shown, so that one sees what is sent. */
export function MetadataInput({ value, problem, onChange }: Props): ReactNode {
  const read = (file: File | null): void => {
    if (file !== null) void file.text().then(onChange);
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
        error={problem}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
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
