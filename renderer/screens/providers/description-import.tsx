// Reading the description of a provider: its discovery document or SAML metadata, from an address or a file.
import { Button, FileButton, Group, Input, Text, TextInput } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { MAX_DESCRIPTION_BYTES } from '#protocol/contract/identity-provider-types.ts';
import { useImportProvider } from '../../api/providers.ts';
import { checkUrl } from '../../components/checks.ts';
import { text } from '../../texts/text.ts';
import { ErrorState } from '../../ui/error-state.tsx';

type Settings = Readonly<Record<string, string>>;

interface Props {
  /** `providerId` of the new provider. */
  readonly type: string;
  readonly imported: Settings;
  readonly onChange: (imported: Settings) => void;
}

interface Kind {
  readonly label: string;
  readonly help: string;
  readonly placeholder: string;
  /** Of the file. */
  readonly accept: string;
}

function kindOf(type: string): Kind {
  return type === 'saml'
    ? {
        label: text('providers:add.metadata'),
        help: text('providers:add.metadataHelp'),
        placeholder: 'https://…/metadata.xml',
        accept: '.xml,text/xml,application/xml,application/samlmetadata+xml',
      }
    : {
        label: text('providers:add.discovery'),
        help: text('providers:add.discoveryHelp'),
        placeholder: 'https://…/.well-known/openid-configuration',
        accept: '.json,application/json',
      };
}

const isTooLarge = (file: File | undefined): boolean => (file?.size ?? 0) > MAX_DESCRIPTION_BYTES;

/** The settings are shown when the provider has been created. */
export function DescriptionImport({ type, imported, onChange }: Props): ReactNode {
  const [url, setUrl] = useState('');
  const [file, setFile] = useState<File | undefined>(undefined);
  const read = useImportProvider();
  const { label, help, placeholder, accept } = kindOf(type);
  const address = url.trim();
  const problem = checkUrl(address);
  const begin = (next: File | undefined): void => {
    setFile(next);
    read.reset();
    onChange({});
  };
  const outcome = { onSuccess: onChange };
  const readFile = (chosen: File | null): void => {
    if (chosen === null) return;
    begin(chosen);
    if (!isTooLarge(chosen)) read.mutate({ providerId: type, file: chosen }, outcome);
  };
  return (
    <>
      <TextInput
        label={label}
        description={help}
        placeholder={placeholder}
        error={problem}
        value={url}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
          begin(undefined);
        }}
      />
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={read.isPending}
          disabled={address === '' || problem !== undefined}
          onClick={() => {
            begin(undefined);
            read.mutate({ providerId: type, fromUrl: address }, outcome);
          }}
        >
          {text('providers:add.import')}
        </Button>
        <FileButton onChange={readFile} accept={accept}>
          {(props) => (
            <Button size="xs" variant="default" leftSection={<IconFileUpload size={14} />} {...props}>
              {text('providers:add.file')}
            </Button>
          )}
        </FileButton>
      </Group>
      {isTooLarge(file) ? (
        <Input.Error role="alert" style={{ overflowWrap: 'anywhere' }}>
          {text('providers:add.tooLarge', { file: file?.name ?? '' })}
        </Input.Error>
      ) : undefined}
      {/* Without a gap for the outcome while there is none. */}
      <div>
        {read.error === null ? undefined : (
          <ErrorState title={text('providers:add.notImported')} error={read.error} />
        )}
        <Outcome imported={imported} file={file} />
      </div>
    </>
  );
}

function Outcome({ imported, file }: { readonly imported: Settings; readonly file: File | undefined }) {
  const count = Object.keys(imported).filter((name) => name !== 'syncMode').length;
  return (
    <Text fz="sm" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
      {count === 0
        ? ''
        : file === undefined
          ? text('providers:add.imported', { count })
          : text('providers:add.importedFile', { count, file: file.name })}
    </Text>
  );
}
