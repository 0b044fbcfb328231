// The realm's keys: use, rotation, state, and certificates to copy.
import { ActionIcon, Button, Group, Menu, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import {
  componentPath,
  type KeyComponent,
  type RealmKeyRow,
  type RealmKeysView,
  useRealmKeys,
  useRotateKey,
  useSaveKey,
} from '../../api/keys.ts';
import { pem } from '../../components/pem.ts';
import { usePendingDeletions, useUndoableDelete } from '../../components/undoable-delete.tsx';
import { announceCopy, announceOutcome } from '../../ui/announce.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { type KeyState, withState } from './key-component.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

/** The use of a key, in words. */
function useOf({ key }: RealmKeyRow, active: RealmKeysView['active']): string {
  if (key.status === 'DISABLED') return 'is disabled';
  const isForEncryption = key.use === 'ENC';
  if (active[key.algorithm] === key.kid) return isForEncryption ? 'encrypts' : 'signs';
  return isForEncryption ? 'decrypts' : 'verifies';
}

function CopyItems({ row: { key } }: { readonly row: RealmKeyRow }): ReactNode {
  const { certificate, publicKey } = key;
  return (
    <>
      {certificate === undefined ? undefined : (
        <Menu.Item onClick={() => announceCopy(pem('CERTIFICATE', certificate), 'certificate')}>
          Copy certificate
        </Menu.Item>
      )}
      {publicKey === undefined ? undefined : (
        <Menu.Item onClick={() => announceCopy(pem('PUBLIC KEY', publicKey), 'public key')}>
          Copy public key
        </Menu.Item>
      )}
    </>
  );
}

interface StateChoice {
  readonly state: KeyState;
  readonly status: string;
  readonly label: string;
}

function statesOf(use: 'SIG' | 'ENC'): readonly StateChoice[] {
  return [
    { state: 'active', status: 'ACTIVE', label: use === 'ENC' ? 'Use for encryption' : 'Use for signing' },
    { state: 'passive', status: 'PASSIVE', label: use === 'ENC' ? 'Decrypt only' : 'Verify only' },
    { state: 'disabled', status: 'DISABLED', label: 'Disable' },
  ];
}

function StateItems({
  row,
  component,
}: {
  readonly row: RealmKeyRow;
  readonly component: KeyComponent;
}): ReactNode {
  const [realm] = useRealm();
  const save = useSaveKey();
  const remove = useUndoableDelete();
  const name = component.name ?? row.key.kid;
  const change = (state: KeyState, label: string): Promise<void> =>
    announceOutcome(save.mutateAsync(withState(component, state)), {
      done: () => `Key ${name}: ${label.toLowerCase()}.`,
      failed: 'The key was not changed',
    });
  return (
    <>
      {statesOf(row.key.use)
        .filter(({ status }) => status !== row.key.status)
        .map(({ state, label }) => (
          <Menu.Item key={state} onClick={() => change(state, label)}>
            {label}
          </Menu.Item>
        ))}
      <Menu.Item
        onClick={() =>
          remove({
            path: componentPath(realm, component.id),
            what: `key ${name}`,
            queryKey: ['keys', realm],
          })
        }
      >
        Delete
      </Menu.Item>
    </>
  );
}

function KeyRow({
  row,
  active,
}: {
  readonly row: RealmKeyRow;
  readonly active: RealmKeysView['active'];
}): ReactNode {
  const { key, component } = row;
  const use = useOf(row, active);
  return (
    <Table.Tr data-entry={component?.id}>
      <Table.Td>{key.algorithm}</Table.Td>
      <Table.Td>
        <Text {...(use === 'signs' || use === 'encrypts' ? { fw: 600 } : { c: 'dimmed' })}>{use}</Text>
      </Table.Td>
      <Table.Td>{key.providerPriority}</Table.Td>
      <Table.Td>
        <CopyValue value={key.kid} label={`key ID of ${key.algorithm}`} />
        <Text c="dimmed" fz="xs">
          {component?.name ?? ''}
          {key.validTo === undefined ? '' : `, certificate valid until ${formatInstant(key.validTo)}`}
        </Text>
      </Table.Td>
      <Table.Td>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Actions: ${key.algorithm} key that ${use}, priority ${key.providerPriority}`}
            >
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <CopyItems row={row} />
            {component === undefined ? undefined : <StateItems row={row} component={component} />}
          </Menu.Dropdown>
        </Menu>
      </Table.Td>
    </Table.Tr>
  );
}

function RotateMenu({ keys }: { readonly keys: RealmKeysView }): ReactNode {
  const rotation = useRotateKey();
  const rotate = (algorithm: string): Promise<void> =>
    announceOutcome(rotation.mutateAsync(algorithm), {
      done: () => `A new ${algorithm} key is in use. The old key still verifies its signatures.`,
      failed: 'The key was not rotated',
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" loading={rotation.isPending}>
          Rotate
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.keys(keys.active)
          .sort()
          .map((algorithm) => (
            <Menu.Item key={algorithm} onClick={() => rotate(algorithm)}>
              {algorithm}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function KeyTable({ keys }: { readonly keys: RealmKeysView }): ReactNode {
  const [realm] = useRealm();
  const pending = usePendingDeletions();
  const shown = keys.rows.filter(
    ({ component }) => component === undefined || !pending.has(componentPath(realm, component.id)),
  );
  if (shown.length === 0)
    return (
      <EmptyState
        title="No keys"
        text="The server generates a key when it signs the first token. You can also add one."
      />
    );
  return (
    <Table.ScrollContainer type="native" minWidth={520}>
      <Table verticalSpacing={6} aria-label="Keys">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Algorithm</Table.Th>
            <Table.Th>Use</Table.Th>
            <Table.Th>Priority</Table.Th>
            <Table.Th>Key ID</Table.Th>
            <Table.Th w={48}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((row) => (
            <KeyRow key={`${row.key.kid} ${row.key.algorithm}`} row={row} active={keys.active} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The Keys tab. */
export function KeysTab(): ReactNode {
  const keys = useRealmKeys();
  const [adding, dialog] = useDisclosure(false);
  return (
    <Section
      title="Keys"
      summary="For each algorithm, the active key with the highest priority signs. The others still verify."
      aside={
        keys.data === undefined ? undefined : (
          <Group gap="xs">
            <RotateMenu keys={keys.data} />
            <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
              Add key
            </Button>
          </Group>
        )
      }
    >
      <QueryView query={keys} lines={4}>
        {(view) => (
          <>
            <KeyTable keys={view} />
            {adding ? <NewKeyDialog rows={view.rows} onClose={dialog.close} /> : undefined}
          </>
        )}
      </QueryView>
    </Section>
  );
}
