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
import { text } from '../../texts/text.ts';
import { announceCopy, announceOutcome } from '../../ui/announce.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { withState } from './key-component.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

type KeyUse = 'signs' | 'encrypts' | 'verifies' | 'decrypts' | 'disabled';

/** The use of a key in words, and the name of its menu. */
const USES = {
  signs: { label: 'realm:keys.signs', menu: 'realm:keys.signsMenu' },
  encrypts: { label: 'realm:keys.encrypts', menu: 'realm:keys.encryptsMenu' },
  verifies: { label: 'realm:keys.verifies', menu: 'realm:keys.verifiesMenu' },
  decrypts: { label: 'realm:keys.decrypts', menu: 'realm:keys.decryptsMenu' },
  disabled: { label: 'realm:keys.isDisabled', menu: 'realm:keys.isDisabledMenu' },
} as const satisfies Readonly<Record<KeyUse, unknown>>;

function useOf({ key }: RealmKeyRow, active: RealmKeysView['active']): KeyUse {
  if (key.status === 'DISABLED') return 'disabled';
  const isForEncryption = key.use === 'ENC';
  if (active[key.algorithm] === key.kid) return isForEncryption ? 'encrypts' : 'signs';
  return isForEncryption ? 'decrypts' : 'verifies';
}

function CopyItems({ row: { key } }: { readonly row: RealmKeyRow }): ReactNode {
  const { certificate, publicKey } = key;
  return (
    <>
      {certificate === undefined ? undefined : (
        <Menu.Item
          onClick={() => announceCopy(pem('CERTIFICATE', certificate), text('realm:keys.certificate'))}
        >
          {text('realm:keys.copyCertificate')}
        </Menu.Item>
      )}
      {publicKey === undefined ? undefined : (
        <Menu.Item onClick={() => announceCopy(pem('PUBLIC KEY', publicKey), text('realm:keys.publicKey'))}>
          {text('realm:keys.copyPublicKey')}
        </Menu.Item>
      )}
    </>
  );
}

const DISABLE = {
  state: 'disabled',
  status: 'DISABLED',
  label: 'realm:keys.disable',
  done: 'realm:keys.disableDone',
} as const;

/** States that a key can be brought into, by its use. */
const STATES = {
  SIG: [
    { state: 'active', status: 'ACTIVE', label: 'realm:keys.sign', done: 'realm:keys.signDone' },
    { state: 'passive', status: 'PASSIVE', label: 'realm:keys.verify', done: 'realm:keys.verifyDone' },
    DISABLE,
  ],
  ENC: [
    { state: 'active', status: 'ACTIVE', label: 'realm:keys.encrypt', done: 'realm:keys.encryptDone' },
    { state: 'passive', status: 'PASSIVE', label: 'realm:keys.decrypt', done: 'realm:keys.decryptDone' },
    DISABLE,
  ],
} as const;

type StateChoice = (typeof STATES)[keyof typeof STATES][number];

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
  const change = ({ state, done }: StateChoice): Promise<void> =>
    announceOutcome(save.mutateAsync(withState(component, state)), {
      done: () => text(done, { name }),
      failed: text('realm:keys.notChanged'),
    });
  return (
    <>
      {STATES[row.key.use]
        .filter(({ status }) => status !== row.key.status)
        .map((choice) => (
          <Menu.Item key={choice.state} onClick={() => change(choice)}>
            {text(choice.label)}
          </Menu.Item>
        ))}
      <Menu.Item
        onClick={() =>
          remove({
            path: componentPath(realm, component.id),
            what: text('realm:keys.what', { name }),
            queryKey: ['keys', realm],
          })
        }
      >
        {text('realm:keys.delete')}
      </Menu.Item>
    </>
  );
}

/** The name of the component, which may be missing, and until when the certificate is valid, if there is one. */
function describeKey(name: string, validTo: number | undefined): string {
  if (validTo === undefined) return name;
  const instant = formatInstant(validTo);
  return name === ''
    ? text('realm:keys.certificateUntil', { instant })
    : text('realm:keys.validUntil', { name, instant });
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
        <Text {...(use === 'signs' || use === 'encrypts' ? { fw: 600 } : { c: 'dimmed' })}>
          {text(USES[use].label)}
        </Text>
      </Table.Td>
      <Table.Td>{key.providerPriority}</Table.Td>
      <Table.Td>
        <CopyValue value={key.kid} label={text('realm:keys.idOf', { algorithm: key.algorithm })} />
        <Text c="dimmed" fz="xs">
          {describeKey(component?.name ?? '', key.validTo)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text(USES[use].menu, { algorithm: key.algorithm, priority: key.providerPriority })}
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
      done: () => text('realm:keys.rotated', { algorithm }),
      failed: text('realm:keys.notRotated'),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" loading={rotation.isPending}>
          {text('realm:keys.rotate')}
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
    return <EmptyState title={text('realm:keys.empty')} text={text('realm:keys.emptyText')} />;
  return (
    <Table.ScrollContainer type="native" minWidth={520}>
      <Table verticalSpacing={6} aria-label={text('realm:keys.list')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('realm:keys.algorithm')}</Table.Th>
            <Table.Th>{text('realm:keys.use')}</Table.Th>
            <Table.Th>{text('realm:keys.priority')}</Table.Th>
            <Table.Th>{text('realm:keys.id')}</Table.Th>
            <Table.Th w={48}>
              <VisuallyHidden>{text('realm:keys.actions')}</VisuallyHidden>
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
      title={text('realm:keys.title')}
      summary={text('realm:keys.summary')}
      aside={
        keys.data === undefined ? undefined : (
          <Group gap="xs">
            <RotateMenu keys={keys.data} />
            <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
              {text('realm:keys.add')}
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
