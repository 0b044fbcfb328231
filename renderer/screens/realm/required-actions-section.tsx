// The realm's required actions: enabled, and default for new users. Changes take effect immediately.
import { Switch, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRealmSettings, useSaveRealm } from '../../api/realm.ts';
import { REQUIRED_ACTIONS } from '../../components/required-actions.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { type ActionState, changeAction, stateOf } from './change-required-action.ts';

/** Actions of a single user are set on the user's screen. */
export function RequiredActionsSection(): ReactNode {
  const settings = useRealmSettings();
  const save = useSaveRealm();
  const actions = settings.data?.requiredActions;
  const change = (alias: string, name: string, part: Partial<ActionState>): Promise<void> =>
    announceOutcome(save.mutateAsync({ requiredActions: changeAction(actions, { alias, name }, part) }), {
      done: () => `Saved: ${name}.`,
      failed: 'The required action was not changed',
    });
  return (
    <Section
      title="Required actions"
      summary="Users must complete these to sign in. Changes take effect immediately."
    >
      <QueryView query={settings}>
        {() => (
          <Table.ScrollContainer type="native" minWidth={320}>
            <Table verticalSpacing={6} aria-label="Required actions">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Action</Table.Th>
                  <Table.Th>Enabled</Table.Th>
                  <Table.Th>Set as default action</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {REQUIRED_ACTIONS.map(({ value, label }) => {
                  const state = stateOf(actions, value);
                  return (
                    <Table.Tr key={value}>
                      <Table.Td>{label}</Table.Td>
                      <Table.Td>
                        <Switch
                          aria-label={`${label}: enabled`}
                          disabled={save.isPending}
                          checked={state.enabled}
                          onChange={(event) => change(value, label, { enabled: event.currentTarget.checked })}
                        />
                      </Table.Td>
                      <Table.Td>
                        <Switch
                          aria-label={`${label}: default action`}
                          disabled={save.isPending || !state.enabled}
                          checked={state.defaultAction && state.enabled}
                          onChange={(event) =>
                            change(value, label, { defaultAction: event.currentTarget.checked })
                          }
                        />
                      </Table.Td>
                    </Table.Tr>
                  );
                })}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </QueryView>
    </Section>
  );
}
