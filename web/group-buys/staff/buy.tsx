import { useLingui } from '@lingui/react'
import { data, Link, useLocation } from 'react-router'
import { buyLabel } from '#domain/group-buys/state-labels.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { priceRiseFacts } from '#web/desk/price-rise.ts'
import { handleNoteForm } from '#web/desk/records/note-form.ts'
import { RecordHistory } from '#web/desk/records/record-history.tsx'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordNotes } from '#web/desk/records/record-notes.tsx'
import { openRecord } from '#web/desk/records/record-queries.ts'
import { RecordScreen, RecordSection } from '#web/desk/records/record-screen.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { buyTone } from '../buy-texts.ts'
import { sheetFacts } from '../sheet/sheet-facts.ts'
import { dangerTexts } from '../vendor/danger-texts.ts'
import { BroadcastList } from '../vendor/reach/broadcast-list.tsx'
import type { Route } from './+types/buy.ts'
import { BuyDates, BuyGoods, BuyOrders, heldText } from './buy-sections.tsx'
import { CancelBuy, cancelBuy } from './cancel-buy.tsx'
import { readOverseenBuy } from './queries.ts'
import { ExtendBuy, handleReachForm, WriteToPeople } from './reach-people.tsx'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { buy, failure } = await readOverseenBuy(api, params.id)
  if (!buy && !failure) throw data(joinTexts.notFound, { status: 404 })
  const isChief = context.get(viewerContext).role === 'chief'
  const now = new Date()
  const dangers = buy ? dangerTexts({ ...buy, has_packed: buy.packed > 0 }, now) : []
  const record = await openRecord(api, { kind: 'buy', id: params.id, url })
  return { buy, failure, isChief, dangers, ...record, key: crypto.randomUUID(), now: now.toISOString() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const noted = await handleNoteForm(api, form, { kind: 'buy', id: params.id })
  return noted ?? (await handleReachForm(api, form, params.id)) ?? cancelBuy(api, form, params.id)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A buy of the region: what stands where, what endangers it, its money and its orders. */
export default function OverseenBuyRecord({ loaderData, actionData }: Route.ComponentProps) {
  const { buy, failure, isChief, dangers, notes, history, key, now } = loaderData
  const { i18n } = useLingui()
  const area = `/${useLocation().pathname.split('/')[1]}`
  if (!buy) return <ErrorState message={failure ?? ''} reload />
  const { came, went } = buy.sums ? sheetFacts(buy.sums, i18n) : { came: [], went: [] }
  return (
    <RecordScreen
      list={{ label: 'Queue', to: `${area}/queue` }}
      title={buy.product_name}
      lead={
        buy.vendor && (
          <>
            Group buy of{' '}
            <RecordLink kind="shop" id={buy.vendor.id}>
              {buy.vendor.business_name}
            </RecordLink>
            , {buy.vendor.state}. {heldText(buy)}
          </>
        )
      }
      status={<Badge tone={buyTone(buy.status)}>{buyLabel(buy.status)}</Badge>}
      notices={
        <>
          <OutcomeNotice namesFault outcome={actionData} />
          {dangers.length > 0 && (
            <Notice tone="warning" title="In danger" className="mb-6">
              <ul>
                {dangers.map((danger) => (
                  <li key={danger}>{danger}</li>
                ))}
              </ul>
            </Notice>
          )}
        </>
      }
      acts={
        <>
          <LinkButton to={`/group-buys/${buy.id}`} tone="plain">
            As buyers see it
          </LinkButton>
          {buy.status === 'active' && (
            <LinkButton to="#extend" tone="plain">
              Extend it
            </LinkButton>
          )}
          {CANCELLABLE.has(buy.status) && (
            <LinkButton to="#cancel" tone="plain">
              Cancel it
            </LinkButton>
          )}
        </>
      }
      aside={<RecordNotes kind="buy" notes={notes} sendKey={key} result={actionData} />}
    >
      <div className="grid gap-8 md:grid-cols-2">
        <BuyDates buy={buy} />
        <BuyGoods buy={buy} area={area} />
      </div>
      <RecordSection
        id="money"
        title="Money"
        action={
          isChief && (
            <Link to={`/chief/ledger/buys/${buy.id}`} className="text-link">
              Its entries in the ledger
            </Link>
          )
        }
      >
        <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
          <DataList facts={came} />
          <DataList facts={went} />
        </div>
      </RecordSection>
      <BuyOrders buy={buy} area={area} />
      {buy.rise && (
        <RecordSection id="price" title="Higher price">
          <DataList facts={priceRiseFacts(buy.rise)} />
        </RecordSection>
      )}
      {buy.broadcasts.length > 0 && (
        <RecordSection id="told" title="What the people in it were told">
          <BroadcastList broadcasts={buy.broadcasts} />
        </RecordSection>
      )}
      <ExtendBuy buy={buy} sendKey={key} result={actionData} now={now} />
      <WriteToPeople buy={buy} sendKey={key} result={actionData} />
      {CANCELLABLE.has(buy.status) && <CancelBuy buy={buy} sendKey={key} result={actionData} />}
      <RecordHistory history={history} />
    </RecordScreen>
  )
}

const CANCELLABLE = new Set(['active', 'closed', 'confirmed'])

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.buy?.product_name ?? joinTexts.notFound, 'A group buy of the region.')

export const ErrorBoundary = notFoundBoundary({
  title: joinTexts.notFound,
  lead: 'The address may be mistyped, or it belongs to a state that somebody else looks after.',
  back: 'Queue',
  to: '../../queue',
})
