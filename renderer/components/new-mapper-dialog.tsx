// Creating a protocol mapper: its type and name; the rest has defaults and is edited afterwards.
import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useCreateMapper } from '../api/mappers.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { MemberLabel } from '../ui/member-label.tsx';
import { findMapperType, MAPPER_TYPES } from './mapper-types.ts';

interface Props {
  /** Path of the client or client scope that gets it. */
  readonly owner: string;
  readonly onClose: () => void;
  /** Told the id of the new mapper. */
  readonly onCreated: (id: string) => void;
}

/** The name follows the type until somebody types another. */
export function NewMapperDialog({ owner, onClose, onCreated }: Props): ReactNode {
  const [type, setType] = useState('oidc-usermodel-attribute-mapper');
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const create = useCreateMapper(owner);
  const info = findMapperType(type);
  const name = typed ?? info?.label ?? '';
  const submit = (): void => {
    if (name.trim() === '') return;
    create.mutate(
      { name: name.trim(), protocol: 'openid-connect', protocolMapper: type, config: info?.fresh ?? {} },
      { onSuccess: onCreated },
    );
  };
  return (
    <Modal opened onClose={onClose} title="Add mapper" size="md">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <Select
            label={<MemberLabel text="Type" member="protocolMapper" />}
            description={info?.help}
            searchable
            allowDeselect={false}
            nothingFoundMessage="No such type"
            data={MAPPER_TYPES.map((row) => ({ value: row.type, label: row.label }))}
            value={type}
            onChange={(next) => setType(next ?? type)}
          />
          <TextInput
            data-autofocus
            label={<MemberLabel text="Name" member="name" />}
            error={name.trim() === '' ? 'Give the mapper a name.' : undefined}
            value={name}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {create.error === null ? undefined : <ErrorState error={create.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
