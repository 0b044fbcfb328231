// A prompt on the phone: client, user, scopes, remaining time, and buttons for the three answers.
import { Button, Group, Kbd, Progress, Spoiler, Stack, Text } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import { memo, type NamedExoticComponent, type ReactNode, useState } from 'react';
import { readableClientName } from '#protocol/contract/client-name.ts';
import type { PromptAnswer, PromptWire } from '#protocol/contract/device.ts';
import { FlowLink } from '../../components/flow-link.tsx';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
import { RemainingBar, RemainingText, useIsOver, useRealmNow } from './countdown.tsx';
import { answerLabel, describeAutomatic, describeResult } from './describe-answer.ts';
import phone from './phone.module.css';
import { isWaiting, type PhoneCard } from './phone-cards.ts';
import { ANSWER_KEYS } from './phone-keys.ts';
import type { TimeReading } from './remaining.ts';
import { StateBadge } from './state-badge.tsx';

const ANSWERS: readonly PromptAnswer[] = ['approve', 'deny', 'cancel'];

function Scopes({ prompt }: { readonly prompt: PromptWire }): ReactNode {
  if (prompt.scopes.length === 0) return undefined;
  if (!prompt.consentRequired)
    return (
      <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {text('device:prompt.noConsent', { scopes: prompt.scopes.map((scope) => scope.text).join(', ') })}
      </Text>
    );
  return (
    <div>
      <Text fz="sm" c="dimmed">
        {text('device:prompt.scopes')}
      </Text>
      <ul className={phone['scopes']}>
        {prompt.scopes.map(({ name, text: shown }) => (
          <li key={name}>
            {shown}
            {shown === name ? undefined : (
              <Text span ff="monospace" fz="xs" c="dimmed">
                {' '}
                {name}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Rows({ prompt }: { readonly prompt: PromptWire }): ReactNode {
  const rows = [
    ...(prompt.acrValues === undefined ? [] : [['acr_values', prompt.acrValues] as const]),
    ...Object.entries(prompt.parameters),
  ];
  if (rows.length === 0) return undefined;
  return (
    <Spoiler
      maxHeight={64}
      showLabel={text('device:prompt.showAll')}
      hideLabel={text('device:prompt.showLess')}
      fz="sm"
    >
      <dl className={phone['rows']}>
        {rows.map(([name, value]) => (
          // HTML allows a div as wrapper of a term and its description.
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Spoiler>
  );
}

interface ActionsProps {
  readonly what: string;
  readonly busy: PromptAnswer | undefined;
  readonly disabled: boolean;
  readonly onAnswer: (answer: PromptAnswer) => void;
}

function Actions({ what, busy, disabled, onAnswer }: ActionsProps): ReactNode {
  return (
    <div className={phone['actions']}>
      {ANSWERS.map((answer) => (
        <Button
          key={answer}
          size="xs"
          px={8}
          variant={answer === 'approve' ? 'filled' : 'default'}
          aria-label={`${answerLabel(answer)}: ${what}`}
          aria-keyshortcuts={ANSWER_KEYS[answer]}
          loading={busy === answer}
          disabled={disabled && busy !== answer}
          rightSection={
            <Kbd size="xs" aria-hidden>
              {ANSWER_KEYS[answer]}
            </Kbd>
          }
          onClick={() => onAnswer(answer)}
        >
          {answerLabel(answer)}
        </Button>
      ))}
    </div>
  );
}

function Result({ prompt }: { readonly prompt: PromptWire }): ReactNode {
  return (
    <div className={phone['result']}>
      {prompt.problem === undefined ? (
        <Text fz="sm" c="dimmed">
          {describeResult(prompt)}
        </Text>
      ) : (
        <Text fz="sm" c="dimmed" lang="en">
          {prompt.problem}
        </Text>
      )}
    </div>
  );
}

interface PartProps {
  readonly prompt: PromptWire;
  readonly reading: TimeReading;
}

function Countdown({ prompt, reading }: PartProps): ReactNode {
  return <RemainingText expiresAt={prompt.expiresAt} now={useRealmNow(reading)} />;
}

function CountdownBar({ prompt, reading }: PartProps): ReactNode {
  return (
    <RemainingBar receivedAt={prompt.receivedAt} expiresAt={prompt.expiresAt} now={useRealmNow(reading)} />
  );
}

function Automatic({
  automatic,
  isShown,
  reading,
}: {
  readonly automatic: NonNullable<PromptWire['automatic']>;
  readonly isShown: boolean;
  readonly reading: TimeReading;
}): ReactNode {
  const now = useRealmNow(reading);
  return (
    <Group
      gap={6}
      wrap="nowrap"
      align="flex-start"
      style={{ visibility: isShown ? 'visible' : 'hidden', fontVariantNumeric: 'tabular-nums' }}
    >
      <IconRobot size={16} color="var(--us-asked)" aria-hidden style={{ flexShrink: 0 }} />
      <Text fz="sm">{describeAutomatic(automatic, now)}</Text>
    </Group>
  );
}

/** An answered prompt has no rule and is not left alone; their lines stay hidden, so that the card keeps its height. */
function RuleLines({ prompt, reading }: PartProps): ReactNode {
  const [announced, announce] = useState(prompt.automatic);
  if (prompt.automatic !== undefined && prompt.automatic !== announced) announce(prompt.automatic);
  const [wasLeftAlone, leaveAlone] = useState(prompt.leftAlone === true);
  if (prompt.leftAlone === true && !wasLeftAlone) leaveAlone(true);
  const isShown = isPending(prompt);
  const automatic = prompt.automatic ?? (isShown ? undefined : announced);
  return (
    <>
      {automatic === undefined ? undefined : (
        <Automatic automatic={automatic} isShown={isShown} reading={reading} />
      )}
      {wasLeftAlone ? (
        <Text fz="xs" c="dimmed" style={{ visibility: isShown ? 'visible' : 'hidden' }}>
          {text('device:prompt.leftAlone')}
        </Text>
      ) : undefined}
    </>
  );
}

function Heading({ prompt, reading }: PartProps): ReactNode {
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text fw={600} lh={1.3}>
          {readableClientName(prompt.clientName)}
        </Text>
        <Text ff="monospace" fz="xs" c="dimmed">
          {prompt.clientId}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap" style={{ flexShrink: 0 }}>
        {isPending(prompt) ? (
          <Countdown prompt={prompt} reading={reading} />
        ) : (
          <StateBadge state={prompt.state} />
        )}
        {prompt.flow === undefined ? undefined : (
          <FlowLink
            flow={prompt.flow}
            what={text('device:prompt.name', { client: prompt.clientId, user: prompt.username })}
          />
        )}
      </Group>
    </Group>
  );
}

function isPending(prompt: PromptWire): boolean {
  return prompt.state === 'pending';
}

interface CardProps {
  readonly card: PhoneCard;
  readonly reading: TimeReading;
  /** The answer that was given. */
  readonly given: PromptAnswer | undefined;
  readonly onAnswer: (prompt: PromptWire, answer: PromptAnswer) => void;
}

function Card({ card, reading, given, onAnswer }: CardProps): ReactNode {
  const { prompt } = card;
  const isOver = useIsOver(reading, prompt.expiresAt);
  const what = text('device:prompt.whom', { client: prompt.clientId, user: prompt.username });
  return (
    <article
      className={phone['card']}
      tabIndex={-1}
      data-prompt={prompt.id}
      data-settled={isWaiting(card) ? undefined : true}
      aria-label={`${what}${prompt.bindingMessage === undefined ? '' : `: ${prompt.bindingMessage}`}`}
    >
      <Stack gap={8}>
        <Heading prompt={prompt} reading={reading} />
        {isPending(prompt) ? (
          <CountdownBar prompt={prompt} reading={reading} />
        ) : (
          <Progress size={4} value={0} aria-hidden />
        )}
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
          <RichText
            of="device:prompt.asks"
            values={{ name: prompt.name, user: prompt.username }}
            parts={{
              name: <Text span fz="sm" fw={600} />,
              user: <Text span ff="monospace" fz="xs" c="dimmed" />,
            }}
          />
        </Text>
        {prompt.bindingMessage === undefined ? undefined : (
          <div className={phone['message']}>{prompt.bindingMessage}</div>
        )}
        <Scopes prompt={prompt} />
        <Rows prompt={prompt} />
        <RuleLines prompt={prompt} reading={reading} />
        {isWaiting(card) ? (
          <Actions
            what={what}
            busy={given}
            disabled={isOver || given !== undefined}
            onAnswer={(answer) => {
              // The answer removes the buttons; the card keeps the focus.
              document.activeElement?.closest('article')?.focus({ preventScroll: true });
              onAnswer(prompt, answer);
            }}
          />
        ) : (
          <Result prompt={prompt} />
        )}
      </Stack>
    </article>
  );
}

/** The card of a prompt. Renders only when its own prompt changes. */
export const PromptCard: NamedExoticComponent<CardProps> = memo(Card);
