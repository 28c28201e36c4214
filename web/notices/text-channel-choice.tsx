import { useLingui } from '@lingui/react'
import { Form, Link } from 'react-router'
import { type TextChannel, textChannelNames } from '#domain/text-messages/text-channels.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { TextChoice } from './text-channel-queries.ts'

interface TextChannelChoiceProps {
  choice: TextChoice
  /** Channels that the operator has switched on. */
  offered: readonly TextChannel[]
}

/** One tap consents to SMS or WhatsApp, one tap ends it. Absent where neither is offered. */
export function TextChannelChoice({ choice, offered }: TextChannelChoiceProps) {
  const { i18n } = useLingui()
  const { confirmedPhone, current } = choice
  if (offered.length === 0 && !current) return null
  return (
    <section aria-labelledby="texts" className="mt-10">
      <SectionHeading id="texts">{i18n.t('SMS and WhatsApp')}</SectionHeading>
      <p className="mt-2">
        {i18n.t(
          'Only what cannot wait: your code when food is ready, the last 3 hours to pay, whether a group buy goes ahead, and refunds that arrived. Free for you, by one of the two.',
        )}
      </p>
      <EndedText choice={choice} />
      {current && (
        <p className="mt-3 font-semibold">
          {i18n.t('On: {channel} to +{phone}.', { channel: textChannelNames[current.channel], phone: current.phone })}
        </p>
      )}
      {confirmedPhone ? (
        <div className="mt-3 flex flex-wrap gap-3">
          {current && <ChannelButton channel="none" label={i18n.t('Stop these messages')} />}
          {offered
            .filter((channel) => channel !== current?.channel)
            .map((channel) => (
              <ChannelButton
                key={channel}
                channel={channel}
                label={i18n.t('Yes, send me {channel} to +{phone}', {
                  channel: textChannelNames[channel],
                  phone: confirmedPhone,
                })}
              />
            ))}
        </div>
      ) : (
        <p className="mt-3">
          {i18n.t('First add your phone number and confirm it with a code.')}{' '}
          <Link to="/account/security" className="font-semibold text-link">
            {i18n.t('Add phone')}
          </Link>
        </p>
      )}
      {!current && confirmedPhone && (
        <p className="mt-2 text-14 text-soft">
          {i18n.t('You can switch it off here at any time, or answer STOP to WhatsApp.')}
        </p>
      )}
    </section>
  )
}

function ChannelButton({ channel, label }: { channel: TextChannel | 'none'; label: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="text-channel" />
      <Button name="channel" value={channel} tone="plain">
        {label}
      </Button>
    </Form>
  )
}

/** Why the messages ended, if the person did not end them here. */
function EndedText({ choice: { ended } }: { choice: TextChoice }) {
  const { i18n } = useLingui()
  if (!ended || ended.reason === 'person') return null
  const values = { channel: textChannelNames[ended.channel], phone: ended.phone }
  return (
    <p className="mt-3 rounded-8 bg-grain p-3">
      {ended.reason === 'unreachable'
        ? i18n.t('{channel} could not reach +{phone}, so we have stopped.', values)
        : ended.reason === 'stopped'
          ? i18n.t('You answered STOP from +{phone}, so we have stopped.', values)
          : i18n.t('Your number is no longer +{phone}, so we have stopped.', values)}
    </p>
  )
}
