import { data, Form, redirect, useNavigation } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import type { Errors } from '#domain/validation.ts'
import { apiContext } from '#web/context.ts'
import { withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/confirm-form.tsx'
import { datedMoment, plural } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SettingsTabs } from '../desk/settings-tabs.tsx'
import { useFocusFirstError } from '../focus-first-error.ts'
import type { Route } from './+types/settings.ts'
import { readSettings } from './setting-queries.ts'
import { noticeText, readSettingChange, settingLabel, settingText, settingTexts } from './setting-texts.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { rows, failure } = await readSettings(context.get(apiContext))
  const now = new Date()
  const settings = [...new Set(rows.map(({ key }) => key))].map((key) => {
    const all = rows.filter((row) => row.key === key)
    const own = all.filter(({ withdrawn_at }) => withdrawn_at === null)
    const passed = own.filter((row) => instantOf(row.effective_from) <= now.getTime())
    return {
      key,
      current: passed[0] ?? null,
      planned: own.filter((row) => instantOf(row.effective_from) > now.getTime()).reverse(),
      past: [...passed.slice(1), ...all.filter(({ withdrawn_at }) => withdrawn_at !== null)],
    }
  })
  const done = url.searchParams.get('done')
  return {
    settings,
    failure,
    notice: done && Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : null,
    key: crypto.randomUUID(),
  }
}

const DONE = {
  saved: 'The change is saved and takes effect on its day.',
  withdrawn: 'The planned change is withdrawn. It never takes effect.',
}

/** The start of a setting's value in ms; the first value of each setting applies from "-infinity". */
const instantOf = (effectiveFrom: string) => (effectiveFrom === '-infinity' ? -Infinity : Date.parse(effectiveFrom))

interface SettingRejection {
  errors: Errors
  text: string | null
  values: Record<string, string>
  /** The effect of changing a rate, until it is confirmed by typing it again. */
  preview?: string
  rate?: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const values = valuesOf(form)
  if (form.get('intent') === 'withdraw') {
    const plan = { key: values.key, effective_from: values.effective_from }
    const withdrawn = await api.command('withdraw-setting', plan)
    if (withdrawn.ok) return redirect('/chief/settings?done=withdrawn')
    return data({ errors: {}, text: withdrawn.refusal.message, values: NO_VALUES } satisfies SettingRejection, 409)
  }
  const read = readSettingChange(values, new Date())
  if (!read.ok) return data({ errors: read.errors, text: null, values } satisfies SettingRejection, 400)
  // Empty: effective at once, by the database's clock.
  const effective_from = values.effective_from.trim() === '' ? null : read.change.effective_from
  const confirm = values.confirm || null
  const plan = { key: values.key, note: values.note, value: read.change.value, effective_from, confirm }
  const planned = await api.command('plan-setting', plan, values.send_key || undefined)
  if (!planned.ok) {
    const { code, message, errors = {}, details } = planned.refusal
    if (code === 'rate_to_confirm') {
      const preview = String(details?.preview ?? '')
      return data(
        { errors, text: null, values, preview, rate: String(details?.rate ?? '') } satisfies SettingRejection,
        409,
      )
    }
    const text = code === 'already_done' ? 'A change to this setting is already planned for this time.' : message
    return data({ errors, text: errors.value ? null : text, values } satisfies SettingRejection, 409)
  }
  return redirect('/chief/settings?done=saved')
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = valuesOf(await request.clone().formData())
  return withOfflineFallback(
    serverAction,
    () => ({ errors: {}, text: errorTexts.offline, values }) satisfies SettingRejection,
  )
}

function valuesOf(form: FormData) {
  const field = (name: string) => String(form.get(name) ?? '')
  return {
    key: field('key'),
    value: field('value'),
    effective_from: field('effective_from'),
    note: field('note'),
    send_key: field('send_key'),
    confirm: field('confirm'),
  }
}

const NO_VALUES = {}

export default function Settings({ loaderData: { settings, failure, notice, key }, actionData }: Route.ComponentProps) {
  const rejection: SettingRejection | undefined = actionData
  return (
    <>
      <PageHeading
        lead="What applies now and what is planned. A change never applies to existing orders: they keep their terms."
        action={<LinkButton to="#plan">Plan a change</LinkButton>}
      >
        Settings
      </PageHeading>
      <SettingsTabs current="settings" />
      {notice && !rejection && (
        <Notice tone="success" className="mb-5">
          {notice}
        </Notice>
      )}
      {failure ? (
        <ErrorState message={failure} reload />
      ) : (
        <Table stacked caption="Settings" columns={columns} rows={settings} rowKey={({ key }) => key} />
      )}
      <div className="mt-8">
        <SectionHeading id="plan">Plan a change</SectionHeading>
        <p className="mb-4 max-w-measure">{noticeText}</p>
        {rejection?.text && (
          <Notice tone="error" className="mb-4">
            {rejection.text}
          </Notice>
        )}
        <ChangeForm rejection={rejection ?? null} sendKey={key} />
      </div>
    </>
  )
}

type Setting = Route.ComponentProps['loaderData']['settings'][number]

const columns: Column<Setting>[] = [
  {
    header: 'Setting',
    heading: true,
    cell: ({ key }) => <span className="block sm:min-w-36">{settingLabel(key)}</span>,
  },
  { header: 'Now', numeric: true, cell: ({ key, current }) => settingText(key, current?.value) },
  {
    header: 'Since',
    cell: ({ current }) => (
      <span className="whitespace-nowrap">
        {!current || current.effective_from === '-infinity' ? 'the beginning' : datedMoment(current.effective_from)}
      </span>
    ),
  },
  {
    header: 'Planned',
    cell: ({ key, planned }) =>
      planned.length === 0 ? (
        'Nothing'
      ) : (
        <ul className="grid sm:min-w-44 gap-1">
          {planned.map((row) => (
            <li key={row.effective_from}>
              <Badge tone="info">{settingText(key, row.value)}</Badge> from {datedMoment(row.effective_from)}
              {row.note && <span className="block text-14 text-soft">{row.note}</span>}
              <ConfirmForm
                question={`Withdraw this change of ${settingLabel(key)}?`}
                detail={`It stays at what it is now. If people were notified of ${settingText(key, row.value)}, they are notified of this too.`}
                confirmLabel="Withdraw the change"
                fields={{ intent: 'withdraw', key, effective_from: row.effective_from }}
                className={buttonClass({ tone: 'quiet', size: 'small' })}
              >
                Withdraw
              </ConfirmForm>
            </li>
          ))}
        </ul>
      ),
  },
  {
    header: 'Before',
    cell: ({ key, past }) =>
      past.length === 0 ? (
        'Nothing else'
      ) : (
        <details>
          <summary className="cursor-pointer py-2.5">{plural(past.length, 'value')}</summary>
          <ul className="grid gap-1 text-14">
            {past.map((row) => (
              <li key={row.effective_from}>
                {settingText(key, row.value)}
                {row.withdrawn_at
                  ? `, withdrawn ${datedMoment(row.withdrawn_at)}`
                  : row.effective_from === '-infinity'
                    ? ' from the beginning'
                    : ` from ${datedMoment(row.effective_from)}`}
              </li>
            ))}
          </ul>
        </details>
      ),
  },
]

const NO_ERRORS = {}

function ChangeForm({ rejection, sendKey }: { rejection: SettingRejection | null; sendKey: string }) {
  const busy = useNavigation().state === 'submitting'
  const form = useFocusFirstError(rejection?.errors ?? NO_ERRORS)
  const field = (name: string) => ({
    name,
    defaultValue: rejection?.values[name] ?? '',
    error: rejection?.errors[name],
  })
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-[720px] gap-5">
      <input type="hidden" name="send_key" value={sendKey} />
      <div className="field-row grid gap-x-5 md:grid-cols-2">
        <SelectField
          label="Setting"
          {...field('key')}
          options={[
            { value: '', label: 'Choose' },
            ...Object.entries(settingTexts).map(([value, { label }]) => ({ value, label })),
          ]}
        />
        <TextField
          label="New value"
          {...field('value')}
          autoComplete="off"
          hint="Per cent such as 2.5, naira such as 500,000, minutes such as 30, a day such as 2026-01-31"
        />
        <TextField
          label="Takes effect"
          type="datetime-local"
          {...field('effective_from')}
          required={false}
          hint="Lagos time. Empty: at once, a rate in an hour, a looser limit of what one person does alone in a day"
        />
        <TextField
          label="Note"
          {...field('note')}
          required={false}
          maxLength={300}
          hint="The reason, for later readers"
        />
      </div>
      {rejection?.preview && (
        <div className="grid gap-3 rounded-card border border-grain bg-card p-4">
          <p>{rejection.preview}</p>
          <p className="text-soft">
            The people it concerns are notified in an hour. Until then it can be withdrawn without a notice.
          </p>
          <TextField
            label={`Type ${rejection.rate} to confirm it`}
            name="confirm"
            defaultValue=""
            autoComplete="off"
            error={rejection.errors.confirm}
          />
        </div>
      )}
      <div>
        <Button busy={busy} busyLabel="Saving">
          {rejection?.preview ? 'Confirm the change' : 'Save change'}
        </Button>
      </div>
    </Form>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Settings', 'What applies now and what is planned.')
