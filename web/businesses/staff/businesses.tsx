import { Form, Link, useLocation, useNavigation } from 'react-router'
import { type BusinessState, businessStateLabels } from '#domain/businesses/business.ts'
import { apiContext } from '#web/context.ts'
import { commandResult, type FormResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { pageParam, pathWithParams } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { datedDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type ListedBusiness, listBusinesses } from '../queries.ts'
import type { Route } from './+types/businesses.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const all = url.searchParams.get('show') === 'all'
  const page = pageParam(url.searchParams)
  return { all, page, list: await listBusinesses(context.get(apiContext), { all, page }) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { field } = form
  const decision = field('decision')
  const input = {
    business_id: field('business_id'),
    requested_at: field('requested_at'),
    decision: (['verify', 'withdraw'] as const).find((one) => one === decision) ?? ('refuse' as const),
    note: field('note'),
  }
  return commandResult(
    form,
    await context.get(apiContext).command('decide-business', input),
    'Saved. The company is told.',
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Companies of the viewer's states that ask to be verified or changed, or all of them. */
export default function Businesses({ loaderData: { all, page, list }, actionData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <>
      <PageHeading lead="Check the name and the TIN against the tax office’s register before you verify.">
        Companies
      </PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      <p className="mb-4">
        <Link to={all ? pathname : `${pathname}?show=all`} className="inline-flex min-h-11 items-center text-link">
          {all ? 'Only those that ask' : 'Show all'}
        </Link>
      </p>
      {list.failure && <ErrorState message={list.failure} reload />}
      {!list.failure && list.rows.length === 0 && (
        <EmptyState title="No company asks now.">Companies in your states appear here when they ask.</EmptyState>
      )}
      <ul className="grid max-w-[720px] gap-10">
        {list.rows.map((business) => (
          <li key={business.id}>
            <Business business={business} typed={typedFor(actionData, business.id)} />
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={list.pageCount}
        linkTo={(wanted) => pathWithParams(pathname, { show: all ? 'all' : '', page: wanted })}
        label="companies"
      />
    </>
  )
}

/** The reason in a refused form about this company. */
const typedFor = (result: FormResult | undefined, id: string): string =>
  result?.values.business_id === id ? (result.values.note ?? '') : ''

function Business({ business, typed }: { business: ListedBusiness; typed: string }) {
  const { name, tin, address, state, status, new_name, new_tin, new_address, requested_at, decision_note } = business
  const isRequested = status === 'requested' || new_name !== null
  return (
    <article className="grid gap-4">
      <h2 className="text-18 break-words">{name}</h2>
      <DataList
        facts={[
          { label: 'Status', value: businessStateLabels[status as BusinessState] },
          { label: 'TIN', value: tin },
          { label: 'Address', value: <span className="whitespace-pre-line">{address}</span> },
          { label: 'State', value: state },
          { label: 'Asked', value: datedDay(requested_at) },
          ...(new_name ? [{ label: 'Asks to be', value: `${new_name}, TIN ${new_tin}, ${new_address}` }] : []),
          ...(decision_note ? [{ label: 'Last reason', value: decision_note }] : []),
        ]}
      />
      {(isRequested || status === 'verified') && (
        <DecisionForm business={business} isRequested={isRequested} typed={typed} />
      )}
    </article>
  )
}

interface BusinessDecisionProps {
  business: ListedBusiness
  isRequested: boolean
  typed: string
}

function DecisionForm({ business, isRequested, typed }: BusinessDecisionProps) {
  const busy = useNavigation().state === 'submitting'
  return (
    <Form method="post" className="grid gap-3">
      <input type="hidden" name="business_id" value={business.id} />
      <input type="hidden" name="requested_at" value={business.requested_at} />
      <TextArea
        label="Reason"
        name="note"
        rows={2}
        maxLength={500}
        defaultValue={typed}
        hint="Required unless you verify; its people see it."
      />
      <div className="flex flex-wrap gap-3">
        {isRequested && (
          <>
            <Button name="decision" value="verify" busy={busy} busyLabel="Saving">
              Verify
            </Button>
            <Button name="decision" value="refuse" tone="danger" busy={busy} busyLabel="Saving">
              Refuse
            </Button>
          </>
        )}
        {business.status === 'verified' && (
          <Button name="decision" value="withdraw" tone="danger" busy={busy} busyLabel="Saving">
            Take back the verification
          </Button>
        )}
      </div>
    </Form>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Companies', 'Companies that ask to be verified.')
