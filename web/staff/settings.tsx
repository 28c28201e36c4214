import { data, Form, redirect, useNavigation } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import type { Errors } from '#domain/validation.ts'
import { apiContext } from '#web/context.ts'
import { orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SettingsTabs } from '../desk/settings-tabs.tsx'
import { useFirstFault } from '../first-fault.ts'
import type { Route } from './+types/settings.ts'
import { addSetting, readSettings } from './setting-queries.ts'
import { noticeText, readSettingChange, settingLabel, settingText, settingWords } from './setting-words.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { rows, failure } = await readSettings(context.get(apiContext))
  const now = new Date()
  const settings = [...new Set(rows.map(({ key }) => key))].map((key) => {
    const own = rows.filter((row) => row.key === key)
    const passed = own.filter((row) => instantOf(row.effective_from) <= now.getTime())
    return {
      key,
      current: passed[0] ?? null,
      planned: own.filter((row) => instantOf(row.effective_from) > now.getTime()).reverse(),
      earlier: passed.length - 1,
    }
  })
  return { settings, failure, saved: url.searchParams.get('done') === 'saved' }
}

/** The first value of each setting applies from the start. */
const instantOf = (effectiveFrom: string) => (effectiveFrom === '-infinity' ? -Infinity : Date.parse(effectiveFrom))

interface Refused {
  errors: Errors
  text: string | null
  values: Record<string, string>
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = valuesOf(await request.formData())
  const read = readSettingChange(values, new Date())
  if (!read.ok) return data({ errors: read.errors, text: null, values } satisfies Refused, 400)
  const { error } = await addSetting(context.get(apiContext), { key: values.key, note: values.note, ...read.change })
  if (error) {
    const text = error.code === '23505' ? 'A change to this setting is already planned for this time.' : error.message
    return data({ errors: {}, text, values } satisfies Refused, 409)
  }
  return redirect('/chief/settings?done=saved')
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = valuesOf(await request.clone().formData())
  return orOffline(serverAction, () => ({ errors: {}, text: errorTexts.offline, values }) satisfies Refused)
}

function valuesOf(form: FormData) {
  const field = (name: string) => String(form.get(name) ?? '')
  return { key: field('key'), value: field('value'), effective_from: field('effective_from'), note: field('note') }
}

export default function Settings({ loaderData: { settings, failure, saved }, actionData }: Route.ComponentProps) {
  const refused: Refused | undefined = actionData
  return (
    <>
      <PageHeading lead="What applies now and what is planned. A change never rewrites the past: orders keep their terms.">
        Settings
      </PageHeading>
      <SettingsTabs current="settings" />
      {saved && !refused && (
        <Notice tone="success" className="mb-5">
          The change is saved and takes effect on its day.
        </Notice>
      )}
      {failure ? (
        <ErrorState message={failure} reload />
      ) : (
        <Table stacked caption="Settings" columns={columns} rows={settings} rowKey={({ key }) => key} />
      )}
      <div className="mt-8">
        <SectionHeading>Plan a change</SectionHeading>
        <p className="mb-4 max-w-measure">{noticeText}</p>
        {refused?.text && (
          <Notice tone="error" className="mb-4">
            {refused.text}
          </Notice>
        )}
        <ChangeForm refused={refused ?? null} />
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
            </li>
          ))}
        </ul>
      ),
  },
]

const NO_ERRORS = {}

function ChangeForm({ refused }: { refused: Refused | null }) {
  const busy = useNavigation().state === 'submitting'
  const form = useFirstFault(refused?.errors ?? NO_ERRORS)
  const field = (name: string) => ({
    name,
    defaultValue: refused?.values[name] ?? '',
    error: refused?.errors[name],
  })
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-[720px] gap-5">
      <div className="field-row grid gap-x-5 md:grid-cols-2">
        <SelectField
          label="Setting"
          {...field('key')}
          options={[
            { value: '', label: 'Choose' },
            ...Object.entries(settingWords).map(([value, { label }]) => ({ value, label })),
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
          hint="Lagos time. Empty: at once"
        />
        <TextField
          label="Note"
          {...field('note')}
          required={false}
          maxLength={300}
          hint="The reason, for later readers"
        />
      </div>
      <div>
        <Button busy={busy} busyLabel="Saving">
          Save change
        </Button>
      </div>
    </Form>
  )
}

export const meta: Route.MetaFunction = () => titled('Settings', 'What applies now and what is planned.')
