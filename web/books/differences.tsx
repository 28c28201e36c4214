import { Form, useNavigation } from 'react-router'
import type { BookKind } from '#domain/books/compare-books.ts'
import { bookKindTexts, differenceFaultTexts } from '#domain/books/difference-texts.ts'
import { apiContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { choiceParam, pageParam, pathWithParams } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { datedDay, datedMoment, kobo, plural } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { FilterForm } from '#web/ui/tables/filter-form.tsx'
import type { Route } from './+types/differences.ts'
import { BooksTabs } from './books-tabs.tsx'
import { type DifferenceState, type ListedDifference, listDifferences, readLastComparison } from './queries.ts'

const STATES = ['open', 'resolved', 'gone'] as const
const stateLabels: Record<DifferenceState, string> = {
  open: 'Open',
  resolved: 'Resolved by staff',
  gone: 'Resolved automatically',
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const state = choiceParam(url.searchParams, 'state', STATES) || 'open'
  const page = pageParam(url.searchParams)
  const [list, last] = await Promise.all([listDifferences(api, { state, page }), readLastComparison(api)])
  return { state, page, list, last, now: Date.now(), key: crypto.randomUUID() }
}

/** Records how a difference was resolved. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const resolution = { difference_id: form.field('difference_id'), reason: form.field('reason') }
  const done = await context.get(apiContext).command('resolve-difference', resolution, form.key)
  return commandResult(form, done, 'Saved. The ledger is unchanged.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Differences between the gateway's records and the ledger, with what to do and a form for the resolution. */
export default function Differences({ loaderData, actionData }: Route.ComponentProps) {
  const { state, page, list, last, now, key } = loaderData
  return (
    <>
      <PageHeading lead="Every night the gateway’s own records are compared with our ledger. Saving a reason here moves no money.">
        Differences
      </PageHeading>
      <BooksTabs current="differences" />
      <OutcomeNotice outcome={actionData} />
      <p className="mb-4 text-14 text-soft">
        {last
          ? `Last compared ${datedMoment(last.made_at)}: ${plural(last.records, 'record')} of ${periodText(last)}.`
          : 'No comparison has run yet.'}
      </p>
      <FilterForm>
        <SelectField
          label="Show"
          name="state"
          defaultValue={state}
          options={STATES.map((value) => ({ value, label: stateLabels[value] }))}
        />
      </FilterForm>
      {list.failure && <ErrorState message={list.failure} reload />}
      {!list.failure && list.rows.length === 0 && (
        <EmptyState title={state === 'open' ? 'Both sides agree.' : 'Nothing here.'}>
          What one side has and the other has not appears here, with the money on both sides.
        </EmptyState>
      )}
      <ul aria-label="Differences" className="grid gap-4">
        {list.rows.map((difference) => (
          <Difference key={difference.id} difference={difference} now={now} formKey={`${key}-${difference.id}`} />
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={list.pageCount}
        linkTo={(to) => pathWithParams('/chief/ledger/differences', { state, page: to })}
        label="differences"
      />
    </>
  )
}

const periodText = ({ from_day: from, to_day: to }: { from_day: string; to_day: string }) =>
  from === to ? datedDay(to) : `${datedDay(from)} to ${datedDay(to)}`

interface DifferenceProps {
  difference: ListedDifference
  now: number
  formKey: string
}

function Difference({ difference, now, formKey }: DifferenceProps) {
  const { kind, reference, fault, gateway_kobo: there, ledger_kobo: here, gateway_status: status } = difference
  const { name, meaning, toDo } = differenceFaultTexts[fault as keyof typeof differenceFaultTexts]
  const days = Math.floor((now - Date.parse(difference.found_at)) / 86_400_000)
  const isOpen = difference.resolved_at === null && difference.cleared_at === null
  return (
    <li className="rounded-card border border-grain bg-card p-4">
      <h2 className="flex flex-wrap items-center gap-3 text-18 font-bold">
        {name}
        {isOpen && (
          <Badge tone={days > 0 ? 'urgent' : 'warm'}>{days > 0 ? `${plural(days, 'day')} old` : 'Since today'}</Badge>
        )}
      </h2>
      <p className="mt-1 text-14 wrap-anywhere text-soft">
        {bookKindTexts[kind as BookKind]} {reference}, {datedMoment(difference.happened_at)}
      </p>
      <p className="mt-2 max-w-measure">{meaning}</p>
      <div className="mt-2 max-w-96">
        <DataList
          facts={[
            { label: 'At the gateway', value: sideText(there, status) },
            { label: 'In our ledger', value: here === null ? 'Nothing' : kobo(here) },
          ]}
        />
      </div>
      {isOpen ? (
        <>
          <p className="mt-2 max-w-measure text-14">{toDo}</p>
          <Resolve id={difference.id} formKey={formKey} about={reference} />
        </>
      ) : (
        <p className="mt-2 max-w-measure text-14">{resolutionText(difference)}</p>
      )}
    </li>
  )
}

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  open: 'under way',
  ended: 'did not happen',
  reversed: 'taken back',
  done: 'done',
}

function sideText(amount: number | null, status: string | null): string {
  if (amount === null && status === null) return 'Nothing'
  const statusText = STATUS_TEXTS[status ?? ''] ?? ''
  return amount === null ? statusText : `${kobo(amount)}${statusText ? `, ${statusText}` : ''}`
}

function resolutionText({ resolved_at: at, cleared_at: removed, reason, resolver }: ListedDifference): string {
  if (at) return `${resolver?.full_name ?? 'A former user'} noted on ${datedMoment(at)}: ${reason}`
  return removed ? `Not found any more on ${datedMoment(removed)}.` : ''
}

function Resolve({ id, formKey, about }: { id: string; formKey: string; about: string }) {
  const busy = useNavigation().formData?.get('difference_id') === id
  return (
    <details className="mt-2">
      <summary className="min-h-11 cursor-pointer py-2.5 text-link underline underline-offset-4">
        Record how it was resolved <span className="sr-only">({about})</span>
      </summary>
      <Form method="post" preventScrollReset className="grid max-w-measure gap-3">
        <input type="hidden" name="difference_id" value={id} />
        <input type="hidden" name="key" value={formKey} />
        <TextArea label="How it was resolved" name="reason" rows={3} minLength={3} maxLength={500} required />
        <Button busy={busy} busyLabel="Noting" className="justify-self-start">
          Save
        </Button>
      </Form>
    </details>
  )
}

export const meta: Route.MetaFunction = () =>
  pageMeta('Differences', 'Where the payment gateway and the ledger differ.')
