import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { readReferralCode } from '#api/referral-code.ts'
import { REFERRAL_CREDIT_HOURS, REWARD_NOTICE_DAYS } from '#domain/limits.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { PagedTable } from '#web/desk/lists/paged-table.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { readReturns } from '#web/returns/queries.ts'
import { ReturnsSection } from '#web/returns/returns-section.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { datedMoment, kobo, longDay } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { countOwnReferrals } from '../queries.ts'
import type { Route } from './+types/wallet.ts'
import { pepsMovementText } from './peps-movement-text.ts'
import { pepsText } from './peps-text.ts'
import { listPepsMovements, listRewards, type PepsMovement, readPepsBalance, readRewardTerms } from './queries.ts'
import { Referring } from './referring.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const userId = context.get(viewerContext).userId ?? ''
  const page = pageParam(url.searchParams)
  const [{ balance, failure }, list, { rewards }, terms, { code }, counts, returns] = await Promise.all([
    readPepsBalance(api),
    listPepsMovements(api, page),
    listRewards(api),
    readRewardTerms(api),
    readReferralCode(api, userId),
    countOwnReferrals(api, userId),
    readReturns(api),
  ])
  const link = code && `${context.get(siteContext).origin}/?ref=${code}`
  return { page, balance, failure, list, rewards, terms, code, link, counts, returns, now: new Date().toISOString() }
}

/** PEPS: balance, movements, and how to earn more. */
export default function Wallet({ loaderData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { page, balance, failure, list, rewards, terms, code, link, counts, returns, now } = loaderData
  return (
    <>
      <PageHeading
        lead={i18n.t(
          'You earn PEPS, or get them back from an order, and you pay for orders with them. You cannot buy them or change them into cash.',
        )}
        action={<LinkButton to="/account/orders">{i18n.t('Use PEPS for an order')}</LinkButton>}
      >
        {i18n.t('Wallet')}
      </PageHeading>
      {failure ? (
        <ErrorState message={failure} reload={i18n.t('Your PEPS are safe.')} />
      ) : (
        <PepsBalance balance={balance} />
      )}
      <ReturnsSection {...returns} now={now} />
      <SectionHeading>{i18n.t('What happened to your PEPS')}</SectionHeading>
      <PagedTable
        caption={i18n.t('What happened to your PEPS')}
        list={list}
        lost={i18n.t('Your PEPS are safe.')}
        columns={movementColumns(i18n)}
        rowKey={({ id }) => id ?? ''}
        query={{ page }}
        empty={
          <EmptyState title={i18n.t('No PEPS yet.')}>
            {i18n.t('You get PEPS when somebody you referred buys, or when a price falls after you have paid.')}
          </EmptyState>
        }
      />
      {code && link ? (
        <Referring code={code} link={link} counts={counts} rewards={rewards} />
      ) : (
        <section aria-labelledby="referring" className="mt-10 max-w-measure">
          <h2 id="referring" className="mb-2 text-22">
            {i18n.t('Referrals')}
          </h2>
          <p>
            {i18n.t('Vendors cannot enroll as affiliates.')}{' '}
            {i18n.t('A vendor’s account has no referral code and earns no rewards.')}
          </p>
        </section>
      )}
      <Rules terms={terms} />
    </>
  )
}

function PepsBalance({ balance }: { balance: Awaited<ReturnType<typeof readPepsBalance>>['balance'] }) {
  const { i18n } = useLingui()
  return (
    <section aria-label={i18n.t('Your PEPS')} className="mb-8 max-w-140 rounded-card border border-grain bg-card p-5">
      <p className="text-soft">{i18n.t('You can spend')}</p>
      <p className="text-36 font-extrabold tabular-nums">{pepsText(balance.spendable)}</p>
      <p className="text-14 text-soft">{i18n.t('1 PEP = 1 naira')}</p>
      {balance.pending > 0 && (
        <p className="mt-3">
          <Trans
            id="You have earned <peps>{peps}</peps> more. You can spend them once the orders that earned them are final."
            components={bold}
            values={{ peps: pepsText(balance.pending) }}
          />
        </p>
      )}
      {balance.held > 0 && (
        <p className="mt-3">
          <Trans
            id="<peps>{peps}</peps> more are set aside for payments you have started."
            components={bold}
            values={{ peps: pepsText(balance.held) }}
          />
        </p>
      )}
      {balance.owed > 0 && (
        <p className="mt-3">
          <Trans
            id="<peps>{peps}</peps> of your next rewards will pay back rewards that were taken back after you had spent them."
            components={bold}
            values={{ peps: pepsText(balance.owed) }}
          />
        </p>
      )}
    </section>
  )
}

const bold = { peps: <strong className="tabular-nums" /> }

const movementColumns = (i18n: I18n): Column<PepsMovement>[] => [
  {
    header: i18n.t('What'),
    heading: true,
    // A reward's order belongs to the referred person and is not named.
    cell: (moved) => (
      <Link to={moved.order_id ? `/account/orders/${moved.order_id}` : '/account/referrals'} className="text-link">
        {pepsMovementText(i18n, moved)}
      </Link>
    ),
  },
  { header: i18n.t('When'), cell: ({ posted_at }) => datedMoment(posted_at ?? '') },
  {
    header: /*as is*/ 'PEPS',
    numeric: true,
    cell: ({ amount_kobo: amount, is_held }) => (
      <span className={cx('font-semibold', !is_held && (amount ?? 0) > 0 && 'text-leaf')}>
        {(amount ?? 0) > 0 ? '+' : ''}
        {kobo(amount ?? 0).replace('₦', '')}
      </span>
    ),
  },
  {
    header: i18n.t('Balance'),
    numeric: true,
    cell: ({ balance_kobo }) => kobo(balance_kobo ?? 0).replace('₦', ''),
  },
]

function Rules({ terms }: { terms: Awaited<ReturnType<typeof readRewardTerms>> }) {
  const { i18n } = useLingui()
  const percent = (bps: number | null | undefined) => `${(bps ?? 0) / 100}%`
  return (
    <section aria-labelledby="rules" className="mt-10 max-w-measure">
      <h2 id="rules" className="mb-2 text-22">
        {i18n.t('How rewards work')}
      </h2>
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          {i18n.t('You earn {percent} of the price of the goods that people you referred buy.', {
            percent: percent(terms?.referral_bps),
          })}{' '}
          {i18n.t(
            'You get your reward within {hours} hours: of the final price in a group buy, or of the end of free cancellation for a bulk order.',
            { hours: REFERRAL_CREDIT_HOURS },
          )}
        </li>
        <li>
          {i18n.t(
            'You can spend what a group buy earned you once nobody can leave or cancel that order any more. This is usually a day before the sharing day.',
          )}
        </li>
        <li>{i18n.t('If their order is refunded, its reward is taken back. Your PEPS never go below zero.')}</li>
        <li>
          {i18n.t(
            'You earn nothing from your own orders or your own shop, from an account with your phone or bank account, or from the person who referred you.',
          )}
        </li>
        <li>
          {i18n.t('We announce a change of the rewards at least {days} days before it starts.', {
            days: REWARD_NOTICE_DAYS,
          })}
        </li>
      </ul>
      <p className="mt-3 font-semibold">
        {terms?.next_from
          ? i18n.t('From {day} the reward is {percent}.', {
              day: longDay(terms.next_from),
              percent: percent(terms.next_bps),
            })
          : i18n.t('No change is planned.')}
      </p>
    </section>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Wallet'), i18n.t('Your PEPS, and how you earn more.'))
}
