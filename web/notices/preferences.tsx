import { data, Form, Link, useNavigation } from 'react-router'
import { alwaysByMail, TOPICS, type Topic, topicTexts } from '#domain/notices/topics.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { type Outcome, OutcomeNotice } from '#web/desk/outcome.tsx'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Checkbox } from '#web/ui/text-field.tsx'
import type { Route } from './+types/preferences.ts'
import { Phones } from './phones.tsx'
import { listDevices, type Preferences, readForm, readPreferences, savePreferences } from './preference-queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [read, devices] = await Promise.all([readPreferences(api), listDevices(api)])
  return { ...read, devices, pushKey: context.get(siteContext).pushKey }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  const intent = field('intent')
  if (intent === 'subscribe') {
    const keys = { endpoint: field('endpoint'), p256dh: field('p256dh'), auth: field('auth') }
    const done = await api.command('subscribe-to-pushes', keys)
    return done.ok ? said(true, 'We will tell you here.') : data(said(false, done.refusal.message), 409)
  }
  if (intent === 'unsubscribe') {
    const done = await api.command('unsubscribe-from-pushes', { subscription_id: field('subscription_id') })
    return done.ok ? said(true, 'That browser stays quiet now.') : data(said(false, done.refusal.message), 409)
  }
  const failure = await savePreferences(api, context.get(viewerContext).userId ?? '', readForm(form))
  return failure ? data(said(false, failure), 409) : said(true, 'Saved.')
}

const said = (ok: boolean, text: string): Outcome => ({ ok, text })

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orOffline(serverAction, () => said(false, errorTexts.offline))

export const shouldRevalidate = keepWhenOffline

/** What reaches a person outside the app, and when. */
export default function PreferencesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { preferences, failure, devices, pushKey } = loaderData
  return (
    <div className="max-w-measure">
      <PageHeading lead="Every notice stands in the app. Choose what also comes by mail and on your phone.">
        How we tell you
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      {failure && <ErrorState message={failure} reload="Nothing has changed." />}
      {preferences && <Choices preferences={preferences} />}
      <section aria-labelledby="phones" className="mt-10">
        <SectionHeading id="phones">Phones we tell you on</SectionHeading>
        <Phones devices={devices} pushKey={pushKey} />
      </section>
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2">
        <Link to="/account/notices" className="font-semibold text-link">
          Notices
        </Link>
        <Link to="/account/follows" className="font-semibold text-link">
          What you follow
        </Link>
      </p>
    </div>
  )
}

function Choices({ preferences }: { preferences: Preferences }) {
  const busy = useNavigation().formData?.get('intent') === 'save'
  return (
    <Form method="post" preventScrollReset>
      <ul className="divide-y divide-grain border-y border-grain">
        {TOPICS.map((topic) => (
          <TopicRow key={topic} topic={topic} preferences={preferences} />
        ))}
      </ul>
      <QuietHours preferences={preferences} />
      <Button name="intent" value="save" busy={busy} busyLabel="Saving" className="mt-4">
        Save
      </Button>
    </Form>
  )
}

function TopicRow({ topic, preferences }: { topic: Topic; preferences: Preferences }) {
  const { label, hint } = topicTexts[topic]
  return (
    <li>
      <fieldset className="py-3">
        <legend className="sr-only">{label}</legend>
        <p aria-hidden className="font-bold">
          {label}
        </p>
        <p className="text-14 text-soft">{hint}</p>
        <div className="flex flex-wrap items-center gap-x-8">
          {alwaysByMail(topic) ? (
            <p className="min-h-11 py-2.5 text-soft">Mail: always</p>
          ) : (
            <Checkbox
              name={`mail_${topic}`}
              label="Mail"
              defaultChecked={preferences[`mail_${topic as Exclude<Topic, 'orders'>}`]}
            />
          )}
          <Checkbox name={`push_${topic}`} label="Phone" defaultChecked={preferences[`push_${topic}`]} />
        </div>
      </fieldset>
    </li>
  )
}

function QuietHours({ preferences: { quiet_from, quiet_to } }: { preferences: Preferences }) {
  return (
    <fieldset className="py-3">
      <legend className="sr-only">Quiet hours</legend>
      <Checkbox
        name="quiet"
        defaultChecked={quiet_from !== null}
        label={
          <>
            <strong className="block">Quiet hours</strong>
            <span className="text-14 text-soft">
              Phones and mail that can wait do so until the morning, Lagos time. What cannot wait still comes: your food
              is ready or on its way, the last 3 hours to pay, a change to your bank account.
            </span>
          </>
        }
      />
      <div className="grid max-w-80 grid-cols-2 gap-4">
        <SelectField name="quiet_from" label="From" options={HOURS} defaultValue={quiet_from?.slice(0, 5) ?? '21:00'} />
        <SelectField name="quiet_to" label="To" options={HOURS} defaultValue={quiet_to?.slice(0, 5) ?? '07:00'} />
      </div>
    </fieldset>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: `${String(hour).padStart(2, '0')}:00`,
  label: hour === 0 ? 'Midnight' : hour === 12 ? 'Noon' : `${hour % 12} ${hour < 12 ? 'am' : 'pm'}`,
}))

export const meta: Route.MetaFunction = () => titled('How we tell you', 'What reaches you by mail and on your phone.')
