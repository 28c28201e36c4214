import { Form, redirect, useNavigation } from 'react-router'
import { settingGroups } from '#domain/settings/setting-groups.ts'
import { settingLabel, settingText, settingTexts } from '#domain/settings/setting-texts.ts'
import { apiContext } from '#web/context.ts'
import { SettingsTabs } from '#web/desk/settings-tabs.tsx'
import { type FormResult, keepInputOffline, readForm, reject, rejectCommand } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { textParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { datedMoment, plural } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { FilterForm, FilterSearch } from '#web/ui/tables/filter-form.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/settings.ts'
import { readSettings } from './setting-queries.ts'
import { noticeText, readSettingChange } from './setting-texts.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { rows, failure } = await readSettings(context.get(apiContext))
  const now = new Date()
  const search = textParam(url.searchParams, 'search')
  const settings = [...new Set(rows.map(({ key }) => key))].map((key) => {
    const all = rows.flatMap((row) => (row.key === key ? [{ ...row, sendKey: crypto.randomUUID() }] : []))
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
    settings: settings.filter(({ key }) => matches(key, search)),
    search,
    failure,
    notice: done && Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : null,
    key: crypto.randomUUID(),
  }
}

/** Whether the setting's words, or those of its group, have every word of the search. */
function matches(key: string, search: string): boolean {
  const group = settingGroups.find(({ keys }) => keys.includes(key))
  const text = `${settingLabel(key)} ${group?.heading ?? ''} ${group?.affects ?? ''}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const DONE = {
  saved: 'The change is saved and takes effect on its day.',
  withdrawn: 'The planned change is withdrawn. It never takes effect.',
}

/** The start of a setting's value in ms; the first value of each setting applies from "-infinity". */
const instantOf = (effectiveFrom: string) => (effectiveFrom === '-infinity' ? -Infinity : Date.parse(effectiveFrom))

interface SettingResult extends FormResult {
  /** The effect of changing a rate, until it is confirmed by typing it again. */
  preview?: string
  rate?: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { field } = form
  const api = context.get(apiContext)
  const [key, from] = [field('key'), field('effective_from')]
  if (field('intent') === 'withdraw') {
    const withdrawn = await api.command(
      'withdraw-setting',
      { key, effective_from: from },
      field('send_key') || undefined,
    )
    if (withdrawn.ok) return redirect('/chief/settings?done=withdrawn')
    return reject({ values: {} }, { text: withdrawn.refusal.message })
  }
  const read = readSettingChange({ key, value: field('value'), effective_from: from }, new Date())
  if (!read.ok) return reject(form, { errors: read.errors })
  // Empty: effective at once, by the database's clock.
  const effective_from = from === '' ? null : read.change.effective_from
  const plan = { key, note: field('note'), value: read.change.value, effective_from, confirm: field('confirm') || null }
  const planned = await api.command('plan-setting', plan, field('send_key') || undefined)
  if (planned.ok) return redirect('/chief/settings?done=saved')
  const { code, errors = {}, details } = planned.refusal
  if (code === 'rate_to_confirm') {
    return reject(form, {
      text: '',
      errors,
      preview: String(details?.preview ?? ''),
      rate: String(details?.rate ?? ''),
    })
  }
  if (code !== 'already_done') return rejectCommand(form, planned)
  return reject(form, { text: 'A change to this setting is already planned for this time.' })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Settings({
  loaderData: { settings, search, failure, notice, key },
  actionData,
}: Route.ComponentProps) {
  const result: SettingResult | undefined = actionData
  return (
    <>
      <PageHeading
        lead="What applies now and what is planned. A change never applies to existing orders: they keep their terms."
        action={<LinkButton to="#plan">Plan a change</LinkButton>}
      >
        Settings
      </PageHeading>
      <SettingsTabs current="settings" />
      <FilterForm>
        <FilterSearch label="Search among settings" value={search} />
      </FilterForm>
      {notice && !result && (
        <Notice tone="success" className="mb-5">
          {notice}
        </Notice>
      )}
      {failure ? <ErrorState message={failure} reload /> : <SettingSections settings={settings} />}
      <div className="mt-8">
        <SectionHeading id="plan">Plan a change</SectionHeading>
        <p className="mb-4 max-w-measure">{noticeText}</p>
        <OutcomeNotice outcome={result} />
        <ChangeForm result={result} sendKey={key} />
      </div>
    </>
  )
}

/** The settings under their subjects; those that a newer release brings are last. */
function SettingSections({ settings }: { settings: readonly Setting[] }) {
  if (settings.length === 0) return <EmptyState title="No setting matches." />
  const grouped = settingGroups.map(({ heading, affects, keys }) => ({
    heading,
    affects,
    rows: keys.flatMap((key) => settings.filter((setting) => setting.key === key)),
  }))
  const others = settings.filter(({ key }) => !settingGroups.some(({ keys }) => keys.includes(key)))
  return (
    <div className="grid gap-8 *:min-w-0">
      {[...grouped, { heading: 'Others', affects: '', rows: others }]
        .filter(({ rows }) => rows.length > 0)
        .map(({ heading, affects, rows }) => (
          <section key={heading}>
            <SectionHeading>{heading}</SectionHeading>
            {affects && <p className="mb-3 max-w-measure text-soft">{affects}</p>}
            <Table stacked caption={heading} columns={columns} rows={rows} rowKey={({ key }) => key} />
          </section>
        ))}
    </div>
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
        {current?.by && <span className="block text-14 text-soft">by {current.by}</span>}
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
                fields={{ intent: 'withdraw', key, effective_from: row.effective_from, send_key: row.sendKey }}
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
                {row.by && `, by ${row.by}`}
              </li>
            ))}
          </ul>
        </details>
      ),
  },
]

function ChangeForm({ result, sendKey }: { result: SettingResult | undefined; sendKey: string }) {
  const busy = useNavigation().state === 'submitting'
  const { form, field, errors } = useFormFields(result)
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
      {result?.preview && (
        <div className="grid gap-3 rounded-card border border-grain bg-card p-4">
          <p>{result.preview}</p>
          <p className="text-soft">
            The people it concerns are notified in an hour. Until then it can be withdrawn without a notice.
          </p>
          <TextField
            label={`Type ${result.rate} to confirm it`}
            name="confirm"
            defaultValue=""
            autoComplete="off"
            error={errors.confirm}
          />
        </div>
      )}
      <div>
        <Button busy={busy} busyLabel="Saving">
          {result?.preview ? 'Confirm the change' : 'Save change'}
        </Button>
      </div>
    </Form>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Settings', 'What applies now and what is planned.')
