import { useLingui } from '@lingui/react'
import { data, Link, useLocation } from 'react-router'
import { buyPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { buyLabel } from '#domain/group-buys/state-labels.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { apiContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { datedDay, datedMoment, naira } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { buyTone } from '../buy-texts.ts'
import { sheetFacts } from '../sheet/sheet-facts.ts'
import { CancelForm } from '../vendor/cancel-form.tsx'
import { readOwnSums } from '../vendor/earning-queries.ts'
import { BroadcastList } from '../vendor/reach/broadcast-list.tsx'
import { listBroadcasts } from '../vendor/reach/queries.ts'
import type { Route } from './+types/buy.ts'
import { readOverseenBuy } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const sums = isId(params.id) ? await readOwnSums(api, params.id) : null
  const { buy, failure } = sums ? await readOverseenBuy(api, params.id) : { buy: null, failure: null }
  if (!buy && !failure) throw data(joinTexts.notFound, { status: 404 })
  const broadcasts = buy ? await listBroadcasts(api, buy.id) : []
  return { buy, sums, broadcasts, failure, key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const cancellation = { group_buy_id: params.id, reason: form.field('reason') }
  const done = await context.get(apiContext).command('cancel-group-buy', cancellation, form.key)
  return commandResult(
    form,
    done,
    'The group buy is cancelled. Everyone in it has been told by mail; what was paid is on its way back.',
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A buy of the region: its dates, its money, and the form to cancel it. */
export default function OverseenBuy({
  loaderData: { buy, sums, broadcasts, failure, key },
  actionData,
}: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { pathname } = useLocation()
  if (!buy) return <ErrorState message={failure ?? ''} reload />
  const { came, went } = sums ? sheetFacts(sums, i18n) : { came: [], went: [] }
  return (
    <>
      <PageHeading
        lead={
          buy.vendor && (
            <Link to={`/${pathname.split('/')[1]}/vendors/${buy.vendor.id}`} className="text-link">
              {buy.vendor.business_name}, {buy.vendor.state}
            </Link>
          )
        }
        action={<Badge tone={buyTone(buy.status)}>{buyLabel(buy.status)}</Badge>}
      >
        {buy.product_name}
      </PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      <div className="grid gap-8 md:grid-cols-2">
        <section aria-label="Figures" className="grid content-start gap-4">
          <DataList
            facts={[
              { label: 'People', value: `${buy.current_participants} joined, ${buy.paid_participants} paid` },
              { label: 'Minimum', value: `${buy.min_participants} people` },
              {
                label: buy.final_price === null ? 'Price now' : 'Final price',
                value: naira(buyPriceNaira(buy)),
              },
              { label: 'Window closes', value: datedMoment(buy.end_date) },
              { label: 'Payment due', value: buy.payment_due_at ? datedMoment(buy.payment_due_at) : 'not set' },
              { label: 'Sharing day', value: buy.share_date ? datedDay(buy.share_date) : 'not set' },
            ]}
          />
          <div>
            <LinkButton to={`/group-buys/${buy.id}`} tone="plain">
              As buyers see it
            </LinkButton>
          </div>
        </section>
        <section aria-labelledby="money">
          <SectionHeading id="money">Money</SectionHeading>
          <DataList facts={came} />
          <div className="mt-4">
            <DataList facts={went} />
          </div>
        </section>
        {broadcasts.length > 0 && (
          <section aria-labelledby="told" className="md:col-span-2">
            <SectionHeading id="told">What the shop told the people in it</SectionHeading>
            <BroadcastList broadcasts={broadcasts} />
          </section>
        )}
        {CANCELLABLE.has(buy.status) && (
          <CancelForm
            buy={buy}
            heldKobo={sums?.held_kobo ?? null}
            sendKey={key}
            reason={actionData?.values.reason ?? ''}
          >
            Staff need no notice. Everyone in it gets your reason by mail, and whoever has paid gets all of it back.
            This cannot be undone.
          </CancelForm>
        )}
      </div>
    </>
  )
}

const CANCELLABLE = new Set(['active', 'closed', 'confirmed'])

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.buy?.product_name ?? joinTexts.notFound, 'A group buy of the region.')
