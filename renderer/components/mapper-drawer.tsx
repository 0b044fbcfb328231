// The settings of a protocol mapper.
import { Alert, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { type StoredMapper, useSaveMapper } from '../api/mappers.ts';
import { Panel } from '../ui/dialog.tsx';
import type { Field } from '../ui/field.ts';
import { type FieldSection, SettingsForm } from '../ui/settings-form.tsx';
import { findMapperType, type MapperTypeInfo, rawFields } from './mapper-types.ts';

interface Props {
  /** Path of the mapper's client or client scope. */
  readonly owner: string;
  readonly mapper: StoredMapper;
  readonly onClose: () => void;
}

const nameField: Field = {
  kind: 'text',
  member: 'name',
  label: 'Name',
  wide: true,
  check: (value) => (value === '' ? 'Enter a name for the mapper.' : undefined),
};

function sectionsOf(mapper: StoredMapper, info: MapperTypeInfo | undefined): readonly FieldSection[] {
  const fields = info === undefined ? rawFields(mapper.config ?? {}) : info.fields;
  const targets = info?.targets ?? [];
  return [
    { title: info?.label ?? mapper.protocolMapper, fields: [nameField, ...fields] },
    ...(targets.length === 0 ? [] : [{ title: 'Where the claim is added', fields: targets }]),
  ];
}

/** A panel on the right. Unsaved changes are kept when it is closed. */
export function MapperDrawer({ owner, mapper, onClose }: Props): ReactNode {
  const save = useSaveMapper(owner);
  const info = findMapperType(mapper.protocolMapper);
  return (
    <Panel onClose={onClose} title={`Mapper ${mapper.name}`}>
      <Stack gap="md">
        {info === undefined ? (
          <Alert variant="default" title="No form for this mapper type">
            The settings are shown as they are in the realm file. If the server does not support the type, the
            mapper is kept and has no effect.
          </Alert>
        ) : undefined}
        <SettingsForm
          label={`Mapper ${mapper.name}`}
          form={`mapper ${owner} ${mapper.id}`}
          sections={sectionsOf(mapper, info)}
          representation={mapper}
          onSave={(part) => save.mutateAsync({ ...mapper, ...part })}
        />
      </Stack>
    </Panel>
  );
}
