import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Form, Link, useNavigation } from 'react-router'
import { alwaysByMail, TOPICS, type Topic, topicTexts } from '#domain/notices/topics.ts'
import { isTextChannel } from '#domain/text-messages/text-channels.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm, reject, succeed } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { Checkbox } from '#web/ui/controls/text-field.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/preferences.ts'
import {
  listDevices,
  type Preferences,
  readPreferenceForm,
  readPreferences,
  savePreferences,
} from './preference-queries.ts'
import { PushDevices } from './push-devices.tsx'
import { TextChannelChoice } from './text-channel-choice.tsx'
import { readTextChoice } from './text-channel-queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [read, devices, texts] = await Promise.all([readPreferences(api), listDevices(api), readTextChoice(api)])
  const { pushKey, textChannels } = context.get(siteContext)
  return { ...read, devices, texts, pushKey, textChannels }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const { field } = form
  if (field('intent') === 'subscribe') {
    const keys = { endpoint: field('endpoint'), p256dh: field('p256dh'), auth: field('auth') }
    const done = await api.command('subscribe-to-pushes', keys)
    return commandResult(form, done, /*i18n*/ 'We will send notices to this phone.')
  }
  if (field('intent') === 'unsubscribe') {
    const done = await api.command('unsubscribe-from-pushes', { subscription_id: field('subscription_id') })
    return commandResult(form, done, /*i18n*/ 'We no longer send notices to that phone.')
  }
  if (field('intent') === 'text-channel') {
    const channel = field('channel')
    const done = await api.command('choose-text-channel', { channel: isTextChannel(channel) ? channel : 'none' })
    return commandResult(
      form,
      done,
      channel === 'none'
        ? /*i18n*/ 'We no longer send you SMS or WhatsApp messages.'
        : /*i18n*/ 'Done. The next notice that cannot wait comes to this number.',
    )
  }
  const failure = await savePreferences(api, context.get(viewerContext).userId ?? '', readPreferenceForm(form.data))
  return failure ? reject(form, { text: failure }) : succeed(/*i18n*/ 'Saved.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The channels and quiet hours for each topic of notices. */
export default function PreferencesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { preferences, failure, devices, pushKey, texts, textChannels } = loaderData
  return (
    <div className="max-w-measure">
      <PageHeading
        lead={i18n.t('You always find every notice here. Choose what we also send by mail and to your phone.')}
      >
        {i18n.t('How we notify you')}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      {failure && <ErrorState message={failure} reload={i18n.t('Nothing has changed.')} />}
      {preferences && <Choices preferences={preferences} />}
      <section aria-labelledby="phones" className="mt-10">
        <SectionHeading id="phones">{i18n.t('Phones that get our notices')}</SectionHeading>
        <PushDevices devices={devices} pushKey={pushKey} />
      </section>
      <TextChannelChoice choice={texts} offered={textChannels} />
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2">
        <Link to="/account/notices" className="font-semibold text-link">
          {i18n.t('Notices')}
        </Link>
        <Link to="/account/follows" className="font-semibold text-link">
          {i18n.t('What you follow')}
        </Link>
      </p>
    </div>
  )
}

function Choices({ preferences }: { preferences: Preferences }) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'save'
  return (
    <Form method="post" preventScrollReset>
      <ul className="divide-y divide-grain border-y border-grain">
        {TOPICS.map((topic) => (
          <TopicRow key={topic} topic={topic} preferences={preferences} />
        ))}
      </ul>
      <QuietHours preferences={preferences} />
      <Button name="intent" value="save" busy={busy} busyLabel={i18n.t('Saving')} className="mt-4">
        {i18n.t('Save')}
      </Button>
    </Form>
  )
}

function TopicRow({ topic, preferences }: { topic: Topic; preferences: Preferences }) {
  const { i18n } = useLingui()
  const { label, hint } = topicTexts[topic]
  return (
    <li>
      <fieldset className="py-3">
        <legend className="sr-only">{i18n.t(label)}</legend>
        <p aria-hidden className="font-bold">
          {i18n.t(label)}
        </p>
        <p className="text-14 text-soft">{i18n.t(hint)}</p>
        <div className="flex flex-wrap items-center gap-x-8">
          {alwaysByMail(topic) ? (
            <p className="min-h-11 py-2.5 text-soft">{i18n.t('Mail: always')}</p>
          ) : (
            <Checkbox
              name={`mail_${topic}`}
              label={i18n.t('Mail')}
              defaultChecked={preferences[`mail_${topic as Exclude<Topic, 'orders'>}`]}
            />
          )}
          <Checkbox name={`push_${topic}`} label={i18n.t('Phone')} defaultChecked={preferences[`push_${topic}`]} />
        </div>
      </fieldset>
    </li>
  )
}

function QuietHours({ preferences: { quiet_from, quiet_to } }: { preferences: Preferences }) {
  const { i18n } = useLingui()
  return (
    <fieldset className="py-3">
      <legend className="sr-only">{i18n.t('Quiet hours')}</legend>
      <Checkbox
        name="quiet"
        defaultChecked={quiet_from !== null}
        label={
          <>
            <strong className="block">{i18n.t('Quiet hours')}</strong>
            <span className="text-14 text-soft">
              {i18n.t(
                'In these hours, Lagos time, we send nothing that can wait until the morning. We still send what cannot wait: your food is ready or on its way, you have 3 hours left to pay, or your bank account was changed.',
              )}
            </span>
          </>
        }
      />
      <div className="grid max-w-80 grid-cols-2 gap-4">
        <SelectField
          name="quiet_from"
          label={i18n.t('From')}
          options={hours(i18n)}
          defaultValue={quiet_from?.slice(0, 5) ?? '21:00'}
        />
        <SelectField
          name="quiet_to"
          label={i18n.t('To')}
          options={hours(i18n)}
          defaultValue={quiet_to?.slice(0, 5) ?? '07:00'}
        />
      </div>
    </fieldset>
  )
}

const hours = (i18n: I18n) =>
  Array.from({ length: 24 }, (_, hour) => ({
    value: `${String(hour).padStart(2, '0')}:00`,
    label: hourText(i18n, hour),
  }))

function hourText(i18n: I18n, hour: number): string {
  if (hour === 0) return i18n.t('Midnight')
  return hour === 12 ? i18n.t('Noon') : `${hour % 12} ${hour < 12 ? 'am' : 'pm'}`
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('How we notify you'), i18n.t('What we send you by mail and to your phone.'))
}
