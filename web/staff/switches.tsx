import { apiContext } from '#web/context.ts'
import { SettingsTabs } from '#web/desk/settings-tabs.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { datedMoment, plural } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/switches.ts'
import { readSettings } from './setting-queries.ts'

interface Switch {
  /** The setting's key. */
  setting: string
  title: string
  /** The consequences of pausing it, and the work that goes on. */
  stops: string
}

const SWITCHES: readonly Switch[] = [
  {
    setting: 'pause_orders',
    title: 'New orders',
    stops:
      'Nobody joins a group buy, adds to an order or checks out a cart. Payments of orders that exist, cancelling, collecting and claims go on.',
  },
  {
    setting: 'pause_group_buys',
    title: 'New group buys',
    stops: 'No group buy is published; drafts can be written. Group buys that run go on, and can be extended.',
  },
  {
    setting: 'pause_payouts',
    title: 'Payouts',
    stops:
      'No payout is asked for, begun on a pay day or sent; those about to be sent wait. Payouts on their way arrive, and shops go on earning.',
  },
]

export async function loader({ context }: Route.LoaderArgs) {
  const { rows, failure } = await readSettings(context.get(apiContext))
  const now = Date.now()
  const switches = SWITCHES.map((one) => {
    const past = rows.filter(
      ({ key, effective_from: from, withdrawn_at: withdrawn }) =>
        key === one.setting && withdrawn === null && (from === '-infinity' || Date.parse(from) <= now),
    )
    const turned = past.filter((row) => row.effective_from !== '-infinity')
    return { ...one, isPaused: past[0]?.value === 1, turned, key: crypto.randomUUID() }
  })
  return { switches, failure }
}

/** Pauses or resumes a part of the market at once. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const isPausing = form.field('value') === '1'
  const change = { key: form.field('setting'), value: isPausing ? 1 : 0, effective_from: null, confirm: null }
  const turn = { ...change, note: form.field('note') }
  const done = await context.get(apiContext).command('plan-setting', turn, form.key)
  return commandResult(form, done, isPausing ? 'It is paused from now on.' : 'It goes on from now on.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Pauses of the whole market: the consequences of each, who turned it last, and why. */
export default function Switches({ loaderData: { switches, failure }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="Pauses of the whole market in an emergency. Each takes effect at once, for everybody.">
        Switches
      </PageHeading>
      <SettingsTabs current="switches" />
      <OutcomeNotice namesFault outcome={actionData} />
      {failure && <ErrorState message={failure} reload />}
      {!failure && (
        <ul className="mt-6 grid gap-4">
          {switches.map((one) => (
            <SwitchCard key={one.setting} of={one} />
          ))}
        </ul>
      )}
    </>
  )
}

type ShownSwitch = Route.ComponentProps['loaderData']['switches'][number]

function SwitchCard({ of: { setting, key, title, stops, isPaused, turned } }: { of: ShownSwitch }) {
  const [last, ...former] = turned
  return (
    <li className="rounded-card border border-grain bg-card p-4">
      <h2 className="mb-2 flex flex-wrap items-center gap-3 text-18 font-bold">
        {title}
        <Badge tone={isPaused ? 'urgent' : 'good'}>{isPaused ? 'Paused' : 'Running'}</Badge>
      </h2>
      <p className="max-w-measure text-soft">While it is paused: {stops}</p>
      {last && <p className="mt-2 max-w-measure wrap-anywhere">{turnText(last)}</p>}
      <div className="mt-3">
        <ConfirmForm
          question={
            isPaused ? `Let ${title.toLowerCase()} go on?` : `Pause ${title.toLowerCase()} in the whole market?`
          }
          detail={isPaused ? 'It goes on at once, for everybody.' : stops}
          confirmLabel={isPaused ? 'Let it go on' : 'Pause it'}
          cancelLabel={isPaused ? 'Leave it paused' : 'Leave it running'}
          confirmTone={isPaused ? 'primary' : 'danger'}
          fields={{ setting, key, value: isPaused ? '0' : '1' }}
          className={buttonClass({ tone: 'plain' })}
          label={isPaused ? `Let ${title.toLowerCase()} go on` : `Pause ${title.toLowerCase()}`}
          choice={<TextField label="Reason, for the record" name="note" required minLength={3} maxLength={300} />}
        >
          {isPaused ? 'Let it go on' : 'Pause'}
        </ConfirmForm>
      </div>
      {former.length > 0 && (
        <details className="mt-2">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-link underline underline-offset-4">
            {plural(former.length, 'turn')} before
          </summary>
          <ul className="grid gap-1 text-14">
            {former.map((turn) => (
              <li key={turn.effective_from} className="wrap-anywhere">
                {turnText(turn)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

const turnText = ({ value, effective_from: at, by, note }: ShownSwitch['turned'][number]): string =>
  `${value === 1 ? 'Paused' : 'Resumed'} ${datedMoment(at)}${by ? ` by ${by}` : ''}: ${note}`

export const meta: Route.MetaFunction = () => pageMeta('Switches', 'Pauses of the whole market.')
