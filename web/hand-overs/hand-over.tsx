import { useState } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { dutyTexts, type StaffDuty } from '#domain/hand-overs/hand-over-texts.ts'
import { handOverRefusals } from '#domain/hand-overs/refusals.ts'
import { countUnits } from '#domain/products/units.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { idParam, textParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { moment, plural } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/hand-over.ts'
import { CounterForm, WithoutCode } from './counter-form.tsx'
import { type CounterResult, handleCounterForm } from './hand-over-action.ts'
import { type ExpectedHandOver, listHandOvers, listInvitations, listPlaces, readBuyerGoods } from './queries.ts'
import { Scanner } from './scanner.tsx'
import { VisitForm } from './visit/visit-form.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const orderNo = Number(textParam(url.searchParams, 'order'))
  const address = { place: idParam(url.searchParams, 'place'), search: textParam(url.searchParams, 'q') }
  const [places, invitations, open, done, person] = await Promise.all([
    listPlaces(api),
    listInvitations(api),
    listHandOvers(api, { ...address, status: 'open' }),
    listHandOvers(api, { ...address, status: 'done' }),
    Number.isSafeInteger(orderNo) && orderNo > 0 ? readBuyerGoods(api, orderNo) : null,
  ])
  const now = new Date().toISOString()
  return { places, invitations, open, done, person, ...address, orderNo, now, key: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleCounterForm(context.get(apiContext), await readForm(request), context.get(viewerContext).userId)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The counter of a shop or hub: expected buyers, their goods, and the code that confirms the hand-over. */
export default function HandOver({ loaderData, actionData }: Route.ComponentProps) {
  const { places, invitations, open, done, person, orderNo } = loaderData
  // A rider serves no place and has a page of their own deliveries.
  const serves = places.length + open.rows.length + done.rows.length + (person?.length ?? 0) > 0
  const isBesideForm = actionData?.ok === false && person?.some(({ id }) => id === actionData.values.hand_over_id)
  return (
    <>
      <PageHeading lead={serves ? 'Tick what they take, hand it over, then enter their code.' : undefined}>
        Hand over
      </PageHeading>
      {!isBesideForm && <OutcomeNotice namesFault outcome={actionData} />}
      <span id="invitations" />
      {invitations.map(({ id, duty, place_name, place_location }) => (
        <Notice key={id} tone="info" title={`${place_name} invites you`} className="mb-5">
          <p className="mb-3">
            In {place_location}, to {dutyTexts[(duty ?? 'hand-over') as StaffDuty]}. You would see names and goods, and
            no money.
          </p>
          <Form method="post">
            <input type="hidden" name="invitation_id" value={id ?? ''} />
            <Button name="intent" value="accept">
              Accept
            </Button>
          </Form>
        </Notice>
      ))}
      {!serves && invitations.length === 0 && (
        <EmptyState title="You hand over nowhere yet">
          A shop or hub can invite you by your email address or phone number. Your own codes are under{' '}
          <Link to="/account/codes" className="text-link">
            To collect
          </Link>
          ; what you bring to people’s doors is under{' '}
          <Link to="/my-run" className="text-link">
            My run
          </Link>
          .
        </EmptyState>
      )}
      {serves &&
        (person ? (
          <Person person={person} orderNo={orderNo} actionData={actionData} formKey={loaderData.key} />
        ) : (
          <Day {...loaderData} />
        ))}
    </>
  )
}

type DayProps = Pick<Route.ComponentProps['loaderData'], 'places' | 'open' | 'done' | 'place' | 'search' | 'now'>

function Day({ places, open, done, place, search, now }: DayProps) {
  return (
    <>
      <Scanner />
      <Form method="get" className="mb-6 flex flex-wrap items-end gap-3">
        <TextField label="Name or order number" name="q" defaultValue={search} className="min-w-56 flex-1" />
        {places.length > 1 && (
          <SelectField
            label="Place"
            name="place"
            defaultValue={place}
            options={[
              { value: '', label: 'All my places' },
              ...places.map(({ key, name }) => ({ value: key, label: name })),
            ]}
          />
        )}
        <Button tone="plain">Find</Button>
      </Form>
      <section aria-labelledby="expected" className="mb-10">
        <SectionHeading id="expected">Expected</SectionHeading>
        {open.failure && <ErrorState message={open.failure} reload />}
        {open.rows.length === 0 && !open.failure && (
          <EmptyState title={search ? 'Nobody by that name or number' : 'Nobody is expected now'}>
            {search ? 'Check the spelling, or look at another place.' : 'Orders that are ready are listed here.'}
          </EmptyState>
        )}
        <ul className="divide-y divide-grain border-grain not-empty:border-y">
          {groupByBuyer(open.rows).map((orders) => (
            <li key={orders[0]?.id}>
              <PersonRow orders={orders} withPlace={places.length > 1} now={now} />
            </li>
          ))}
        </ul>
      </section>
      {done.rows.length > 0 && (
        <section aria-labelledby="done">
          <SectionHeading id="done">Handed over in the last 24 hours</SectionHeading>
          <ul className="divide-y divide-grain border-y border-grain">
            {done.rows.map((handOver) => (
              <li key={handOver.id} className="py-3">
                <strong>{handOver.buyer_name}</strong>, order {handOver.order_no}
                <span className="block text-14 text-soft">
                  {goodsText(handOver)}. {handOver.done_at && moment(handOver.done_at)}, by{' '}
                  {handOver.handled_by_name || 'a former user'}
                  {handOver.taken_by && `, to ${handOver.taken_by}`}
                  {handOver.proof === 'override' && ', without a code'}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Groups hand-overs by buyer and place. */
function groupByBuyer(rows: readonly ExpectedHandOver[]): ExpectedHandOver[][] {
  const people = new Map<string, ExpectedHandOver[]>()
  for (const row of rows) {
    const key = `${row.buyer_id} ${row.pickup_point_id ?? row.vendor_id}`
    people.set(key, [...(people.get(key) ?? []), row])
  }
  return [...people.values()]
}

const placeLabel = ({ kind, place_name }: ExpectedHandOver) => (kind === 'delivery' ? 'the door' : place_name)

const goodsText = ({ lines }: ExpectedHandOver) =>
  lines.map(({ quantity, unit, name }) => `${countUnits(quantity, unit)}, ${name}`).join('; ')

function PersonRow({
  orders,
  withPlace,
  now,
}: {
  orders: readonly ExpectedHandOver[]
  withPlace: boolean
  now: string
}) {
  const [first] = orders
  if (!first) return null
  return (
    <Link
      to={`/handover?order=${first.order_no}`}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-3"
    >
      <span className="min-w-0">
        <strong className="text-adire underline underline-offset-4">{first.buyer_name}</strong>
        <span className="block text-14 text-soft">{orders.map(goodsText).join('; ')}</span>
        {withPlace && <span className="block text-14 text-soft">{placeLabel(first)}</span>}
      </span>
      <span className="text-14 text-soft">
        {orders.length === 1 ? `Order ${first.order_no}` : plural(orders.length, 'order')}
        {first.due_until && (
          <span className="block">
            {Date.parse(first.due_until) < Date.parse(now) ? 'time ended' : 'until'} {moment(first.due_until)}
          </span>
        )}
      </span>
    </Link>
  )
}

interface PersonProps {
  person: readonly ExpectedHandOver[]
  orderNo: number
  actionData: CounterResult | undefined
  formKey: string
}

function Person({ person, orderNo, actionData, formKey }: PersonProps) {
  const scanned = useScanned(orderNo)
  const [first] = person
  const open = person.filter(({ status }) => status === 'open')
  const visit = open.filter(({ is_own }) => !is_own)
  return (
    <section aria-labelledby="person">
      <p className="mb-4">
        <LinkButton to={first?.kind === 'delivery' ? '/my-run' : '/handover'} tone="plain" size="small">
          {first?.kind === 'delivery' ? 'Back to my run' : 'Back to the list'}
        </LinkButton>
      </p>
      {!first && (
        <EmptyState title={`Order ${orderNo} was not found`}>
          It is not ready, or it is collected at another place.
        </EmptyState>
      )}
      {first && (
        <h2 id="person" className="mb-1 text-28">
          {first.buyer_name}
        </h2>
      )}
      {first && open.length > 0 && (
        <p className="mb-5 text-soft">
          Takes {plural(open.length, 'order')} at {placeLabel(first)} now.
        </p>
      )}
      {first?.status === 'done' && !actionData?.ok && (
        <Notice tone="warning" className="mb-5">
          {first.handled_by_name || 'Somebody'} handed over {goodsText(first)} of order {first.order_no}
          {first.done_at && `, ${moment(first.done_at)}`}
          {first.taken_by && `, to ${first.taken_by}`}.
        </Notice>
      )}
      {visit.length > 1 && (
        <VisitForm
          handOvers={visit}
          formKey={formKey}
          code={scanned}
          result={visit.some(({ id }) => id === actionData?.values.hand_over_id) ? actionData : undefined}
        />
      )}
      <ul className="grid gap-6">
        {open.map((handOver) => (
          <li key={handOver.id} className="rounded-card border border-grain bg-card p-4 sm:p-5">
            <h3 className="mb-2 flex flex-wrap items-center gap-3 text-18">
              Order {handOver.order_no} <span className="font-normal text-soft">from {handOver.shop_name}</span>
              {handOver.is_own && <Badge tone="urgent">Your own</Badge>}
            </h3>
            {handOver.is_own ? (
              <p>{handOverRefusals.forbidden.own_goods}</p>
            ) : visit.length > 1 ? (
              <WithoutCode handOver={handOver} result={undefined} formKey={formKey} busy={false} />
            ) : (
              <CounterForm
                handOver={handOver}
                formKey={formKey}
                code={handOver.order_no === orderNo ? scanned : ''}
                result={actionData?.values.hand_over_id === handOver.id ? actionData : undefined}
              />
            )}
          </li>
        ))}
      </ul>
      {first && open.length === 0 && (
        <>
          <p className="mb-4">{first.buyer_name} has nothing more to take here. The next, please.</p>
          {/* A rider continues with the next stop of the run instead of scanning. */}
          {first.kind === 'delivery' ? <LinkButton to="/my-run">To the next stop</LinkButton> : <Scanner />}
        </>
      )}
    </section>
  )
}

/** The code scanned for this order; retained when a form of the page is submitted. */
function useScanned(orderNo: number): string {
  const read = (useLocation().state as { code?: string } | null)?.code
  const [last, setLast] = useState({ orderNo, code: read ?? '' })
  if (read && (last.code !== read || last.orderNo !== orderNo)) setLast({ orderNo, code: read })
  return last.orderNo === orderNo ? last.code : ''
}

export const meta: Route.MetaFunction = () => pageMeta('Hand over', 'Who collects what today, at your shop or hub.')
