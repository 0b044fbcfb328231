// One protocol mapper: its settings in words, and where its claims go.
import { Alert, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { type StoredMapper, useSaveMapper } from '../api/mappers.ts';
import { Panel } from '../ui/dialog.tsx';
import type { Field } from '../ui/field.ts';
import { type FieldSection, SettingsForm } from '../ui/settings-form.tsx';
import type { MapperTypeInfo } from './mapper-fields.ts';
import { findMapperType, rawFields, targetFields } from './mapper-types.ts';

interface Props {
  /** Path of the client or client scope that has it. */
  readonly owner: string;
  readonly mapper: StoredMapper;
  readonly onClose: () => void;
}

const nameField: Field = {
  kind: 'text',
  member: 'name',
  label: 'Name',
  wide: true,
  check: (value) => (value === '' ? 'Give the mapper a name.' : undefined),
};

function sectionsOf(mapper: StoredMapper, info: MapperTypeInfo | undefined): readonly FieldSection[] {
  const fields = info === undefined ? rawFields(mapper.config ?? {}) : info.fields;
  const targets = info === undefined ? [] : targetFields(info.targets);
  return [
    { title: info?.label ?? mapper.protocolMapper, fields: [nameField, ...fields] },
    ...(targets.length === 0 ? [] : [{ title: 'Where it goes', fields: targets }]),
  ];
}

/** A panel on the right; what was typed is kept when it is closed. */
export function MapperDrawer({ owner, mapper, onClose }: Props): ReactNode {
  const save = useSaveMapper(owner);
  const info = findMapperType(mapper.protocolMapper);
  return (
    <Panel onClose={onClose} title={`Mapper ${mapper.name}`}>
      <Stack gap="md">
        {info === undefined ? (
          <Alert variant="default" title="A type that has no form">
            Its settings are shown as the realm file has them. If this server does not know the type, it keeps
            the mapper and ignores it.
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
