import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { readRate } from '#api/settings.ts'
import { parsePriceTiers } from '#domain/group-buys/price/price-tiers.ts'
import { ownBuyLabel } from '#domain/group-buys/state-labels.ts'
import { countUnits } from '#domain/products/units.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { readDesks } from '#web/desk/desks.ts'
import { Figures } from '#web/desk/figures/figures.tsx'
import { total } from '#web/desk/figures/months.ts'
import { OwnDesks } from '#web/desk/own-desks.tsx'
import { readWaiting } from '#web/desk/read-waiting.ts'
import { Tasks } from '#web/desk/tasks.tsx'
import { waitingTasks } from '#web/desk/waiting-tasks.ts'
import { endedPoolSentence } from '#web/group-buys/buy-state-texts.ts'
import { buyTone } from '#web/group-buys/buy-texts.ts'
import { isOpen } from '#web/group-buys/is-open.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { pageMeta } from '#web/page-meta.ts'
import { countSuccessfulReferrals } from '#web/rewards/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { PoolBar } from '#web/ui/cards/pool-bar.tsx'
import { day, kobo, moment, naira, peps, timeLeft } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/dashboard.ts'
import {
  listLateOrders,
  listRunningBuys,
  listUnpaidOrders,
  type OwnRunningBuy,
  readOwnMonths,
  readOwnWallet,
  type UnpaidOrder,
} from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const userId = context.get(viewerContext).userId ?? ''
  const now = new Date().toISOString()
  const [{ dues, failure }, buys, balance, waiting, desks, brought, { months }, basisPoints, late] = await Promise.all([
    listUnpaidOrders(api, userId),
    listRunningBuys(api, userId),
    readOwnWallet(api, userId),
    readWaiting(api),
    readDesks(api),
    countSuccessfulReferrals(api, userId),
    readOwnMonths(api),
    readRate(api, 'referral_bps'),
    listLateOrders(api, userId, now),
  ])
  const saved = total(months, ({ base_amount: base, goods }) => base - goods)
  const code = balance?.referral_code
  const link = code ? `${context.get(siteContext).origin}/?ref=${code}` : null
  return {
    dues,
    failure,
    buys,
    peps: balance?.points_balance ?? 0,
    link,
    waiting,
    desks,
    brought,
    percent: basisPoints / 100,
    saved,
    late,
    now,
  }
}

export default function CustomerDashboard({ loaderData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { dues, failure, buys, link, waiting, desks, brought, late, now } = loaderData
  return (
    <>
      <PageHeading
        lead={i18n.t('What you have to pay, the group buys you are in, and your PEPS.')}
        action={
          // Members of staff see their desks first.
          desks.length === 0 && <LinkButton to="/group-buys">{i18n.t('See the group buys')}</LinkButton>
        }
      >
        {i18n.t('Dashboard')}
      </PageHeading>
      {failure && <ErrorState message={failure} reload={i18n.t('Your orders are safe.')} />}
      <OwnDesks desks={desks} />
      <Tasks
        tasks={waitingTasks(waiting, 'customer')}
        calm={
          desks.length > 0
            ? i18n.t('You have nothing to pay or collect today.')
            : i18n.t('You have nothing to do today.')
        }
      />
      {late.length > 0 && (
        <section aria-labelledby="late" className="mb-8">
          <h2 id="late" className="mb-2 text-22">
            {i18n.t('Late')}
          </h2>
          <ul className="grid max-w-measure gap-3">
            {late.map(({ id, order_no, what, text }) => (
              <li key={id}>
                <Link
                  to={`/account/orders/${id}`}
                  className="inline-flex min-h-11 items-center font-semibold text-link"
                >
                  {i18n.t('{product}, order {number}', { product: what, number: order_no })}
                </Link>
                <p>{translate(i18n, text)}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Figures
        label={i18n.t('Your figures')}
        figures={[
          {
            label: /*as is*/ 'PEPS',
            value: peps(loaderData.peps),
            rule: i18n.t('1 PEP = 1 naira'),
            to: '/account/wallet',
          },
          { label: i18n.t('Group buys you are in'), value: buys.length, to: '/account/orders' },
          { label: i18n.t('People you referred who bought'), value: brought, to: '/customer/customers' },
          { label: i18n.t('Saved in twelve months'), value: naira(loaderData.saved), to: '/customer/analytics' },
        ]}
      />
      {dues.length > 0 && (
        <div className="mb-8">
          <SectionHeading>{i18n.t('What to pay next')}</SectionHeading>
          <Table
            caption={i18n.t('Orders to pay, the next one first')}
            columns={dueColumns(i18n)}
            rows={dues}
            rowKey={({ id }) => id}
          />
        </div>
      )}
      <SectionHeading>{i18n.t('Group buys you are in')}</SectionHeading>
      {buys.length === 0 ? (
        <EmptyState
          title={i18n.t('You are not in any group buy at the moment.')}
          action={<LinkButton to="/group-buys">{i18n.t('Find a group buy')}</LinkButton>}
        >
          {i18n.t('When you join one, it appears here with its price and how many more people would lower the price.')}
        </EmptyState>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2">
          {buys.map((buy) => (
            <RunningCard key={buy.id} buy={buy} now={now} />
          ))}
        </ul>
      )}
      <p className="mt-4 flex flex-wrap gap-x-6">
        <Link to="/account/orders?show=past" className="inline-flex min-h-11 items-center text-link">
          {i18n.t('Buy again from a past order')}
        </Link>
        <Link to="/account/lists" className="inline-flex min-h-11 items-center text-link">
          {i18n.t('Your lists')}
        </Link>
      </p>
      {link && <ReferralLink link={link} percent={loaderData.percent} />}
    </>
  )
}

const dueColumns = (i18n: I18n): Column<UnpaidOrder>[] => [
  {
    header: i18n.t('Order'),
    heading: true,
    cell: ({ id, lines, dueAt }) => (
      <span className="block min-w-36 break-words">
        <Link to={`/account/orders/${id}`} className="text-link">
          {lines.map(({ product_name: name }) => name).join(', ')}
        </Link>
        <span className="block text-14 font-normal text-soft">
          {lines.map(({ quantity, unit }) => countUnits(quantity, unit)).join(', ')}
        </span>
        {dueAt && (
          <span className="block text-14 font-normal text-soft">
            {i18n.t('Pay by {moment}', { moment: moment(dueAt) })}
          </span>
        )}
      </span>
    ),
  },
  { header: i18n.t('You pay at most'), numeric: true, cell: ({ amount_due_kobo: due }) => kobo(due) },
]

function RunningCard({ buy, now }: { buy: OwnRunningBuy; now: string }) {
  const { i18n } = useLingui()
  return (
    <li className="rounded-card border border-grain bg-card p-4">
      <div className="mb-3 grid grid-cols-[56px_minmax(0,1fr)] gap-3">
        <Picture src={buy.image_url} alt="" width={56} height={56} className="size-14 rounded-field bg-kraft" />
        <div>
          <h3 className="text-18 break-words">
            <Link to={`/group-buys/${buy.id}`} className="text-link">
              {buy.product_name}
            </Link>
          </h3>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
            <Badge tone={buyTone(buy.status)}>
              {i18n.t(ownBuyLabel(buy.status, { owes: buy.orders.some(({ status }) => status === 'pending') }))}
            </Badge>
            <span className="font-semibold">
              {i18n.t('You have {goods}', {
                goods: countUnits(
                  buy.orders.reduce((sum, { quantity }) => sum + quantity, 0),
                  buy.unit,
                ),
              })}
            </span>
            {buy.status === 'active' && <span className="text-soft">{timeLeft(i18n, buy.end_date, now)}</span>}
          </p>
        </div>
      </div>
      {buy.final_price === null ? (
        <PoolBar
          joined={buy.current_participants}
          paid={buy.paid_participants}
          minParticipants={buy.min_participants}
          tiers={parsePriceTiers(buy.price_tiers)}
          {...(!isOpen(buy, now) && { sentence: endedPoolSentence(buy, i18n) })}
        />
      ) : (
        <p>
          <Trans
            id="Final price: <price>{price}</price> a {unit}."
            components={{ price: <strong className="tabular-nums" /> }}
            values={{ price: naira(buy.final_price), unit: <>{buy.unit}</> }}
          />{' '}
          {buy.share_date && i18n.t('Sharing day: {day}.', { day: day(buy.share_date) })}
        </p>
      )}
    </li>
  )
}

function ReferralLink({ link, percent }: { link: string; percent: number }) {
  const { i18n } = useLingui()
  return (
    <div className="mt-8">
      <SectionHeading>{i18n.t('Refer people, earn PEPS')}</SectionHeading>
      <p className="mb-2 max-w-measure">
        {i18n.t('You earn {percent}% of what the people you refer buy. Send them this link:', { percent })}
      </p>
      <p className="rounded-field border border-field bg-card px-3 py-2 font-mono text-14 break-all select-all">
        {link}
      </p>
      <p className="mt-3">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(i18n.t('Buy food together and pay less: {link}', { link }))}`}
          rel="noreferrer"
          target="_blank"
          className={buttonClass({ tone: 'plain' })}
        >
          {i18n.t('Share on WhatsApp')}
        </a>
      </p>
    </div>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Dashboard'), i18n.t('What you have to pay, the group buys you are in, and your PEPS.'))
}
