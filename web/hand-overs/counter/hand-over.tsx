import { useState } from 'react'
import { redirect, useLocation, useNavigate } from 'react-router'
import { type ScannedCode, scanAddress } from '#domain/hand-overs/code-text.ts'
import { handOverRefusals } from '#domain/hand-overs/refusals.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { idParam, textParam } from '#web/list-page.ts'
import { ReadyOffline } from '#web/offline/outbox/ready-offline.tsx'
import { OFFLINE_COUNTER } from '#web/offline/outbox/saved-day.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { moment, plural } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Conflicts } from '../offline/conflicts.tsx'
import { listConflicts } from '../offline/queries.ts'
import { type ExpectedHandOver, type HandOverList, listHandOvers, listPlaces, readBuyerGoods } from '../queries.ts'
import { VisitForm } from '../visit/visit-form.tsx'
import type { Route } from './+types/hand-over.ts'
import { CounterForm, WithoutCode } from './counter-form.tsx'
import { Day, goodsText, groupByBuyer, PeopleList, placeLabel } from './day.tsx'
import { type CounterResult, handleCounterForm } from './hand-over-action.ts'
import { Scanner } from './scanner.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const orderNo = Number(textParam(url.searchParams, 'order'))
  const address = { place: idParam(url.searchParams, 'place'), search: textParam(url.searchParams, 'q') }
  const now = new Date().toISOString()
  const asksForPerson = Number.isSafeInteger(orderNo) && orderNo > 0
  const [places, conflicts, open, late, done, person] = await Promise.all([
    listPlaces(api),
    asksForPerson ? [] : listConflicts(api),
    listHandOvers(api, { ...address, show: 'expected', now }),
    asksForPerson ? NONE : listHandOvers(api, { ...address, show: 'late', now }),
    asksForPerson ? NONE : listHandOvers(api, { ...address, show: 'done', now }),
    asksForPerson ? readBuyerGoods(api, orderNo) : null,
  ])
  // Riders serve no place: they come here only from a door on their run.
  const serves = places.length + open.rows.length + done.rows.length + (person?.length ?? 0) > 0
  if (!serves) throw redirect('/work')
  return { places, conflicts, open, late, done, person, ...address, orderNo, now, key: crypto.randomUUID() }
}

/** Beside a person nothing of the day is shown but who comes next. */
const NONE: HandOverList = { rows: [], isCut: false, failure: null }

export async function action({ request, context }: Route.ActionArgs) {
  return handleCounterForm(context.get(apiContext), await readForm(request), context.get(viewerContext).userId)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The counter of a shop or hub: expected buyers, their goods, and the code that confirms the hand-over. */
export default function HandOver({ loaderData, actionData }: Route.ComponentProps) {
  const { person, orderNo } = loaderData
  const onScan = useOpenScanned()
  const isBesideForm = actionData?.ok === false && person?.some(({ id }) => id === actionData.values.hand_over_id)
  return (
    <>
      <PageHeading lead="Untick what they leave, hand over the rest, then enter their code.">Hand over</PageHeading>
      <ReadyOffline />
      {!isBesideForm && <OutcomeNotice namesFault outcome={actionData} />}
      {person ? (
        <Person
          person={person}
          orderNo={orderNo}
          actionData={actionData}
          formKey={loaderData.key}
          next={groupByBuyer(loaderData.open.rows).slice(0, NEXT_PEOPLE)}
          onScan={onScan}
        />
      ) : (
        <>
          <Conflicts conflicts={loaderData.conflicts} formKey={loaderData.key} />
          <Day {...loaderData} onScan={onScan} />
        </>
      )}
    </>
  )
}

interface PersonProps {
  person: readonly ExpectedHandOver[]
  orderNo: number
  actionData: CounterResult | undefined
  formKey: string
  /** Expected after this person, by buyer. */
  next: readonly (readonly ExpectedHandOver[])[]
  onScan(scanned: ScannedCode): void
}

const NEXT_PEOPLE = 3

function Person({ person, orderNo, actionData, formKey, next, onScan }: PersonProps) {
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
          {first.kind === 'delivery' ? (
            <LinkButton to="/my-run">To the next door</LinkButton>
          ) : (
            <Next people={next} onScan={onScan} />
          )}
        </>
      )}
    </section>
  )
}

/** The next person, without going back to the list. */
function Next({ people, onScan }: { people: PersonProps['next']; onScan: PersonProps['onScan'] }) {
  return (
    <>
      <Scanner onScan={onScan} />
      <PeopleList people={people} label="Expected next" />
    </>
  )
}

/** Opens the scanned order, with its code; without a network, on the page that works without one. */
function useOpenScanned() {
  const navigate = useNavigate()
  return (scanned: ScannedCode) => {
    if (!navigator.onLine) location.assign(OFFLINE_COUNTER + new URL(scanAddress(location.origin, scanned)).hash)
    else void navigate(`/handover?order=${scanned.orderNo}`, { replace: true, state: { code: scanned.code } })
  }
}

/** The code scanned for this order; retained when a form of the page is submitted. */
function useScanned(orderNo: number): string {
  const read = (useLocation().state as { code?: string } | null)?.code
  const [last, setLast] = useState({ orderNo, code: read ?? '' })
  if (read && (last.code !== read || last.orderNo !== orderNo)) setLast({ orderNo, code: read })
  return last.orderNo === orderNo ? last.code : ''
}

export const meta: Route.MetaFunction = () => pageMeta('Hand over', 'Who collects what today, at your shop or hub.')
