import { Link } from 'react-router'
import { readReferralCode } from '#api/referral-code.ts'
import { REFERRAL_CREDIT_HOURS, REWARD_NOTICE_DAYS } from '#domain/limits.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { titled } from '#web/titled.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { datedMoment, kobo, longDay } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.tsx'
import { PagedTable } from '../../desk/paged-table.tsx'
import { pageOf } from '../../list-page.ts'
import { countOwnReferrals } from '../queries.ts'
import type { Route } from './+types/wallet.ts'
import { pepsWords } from './peps-words.ts'
import { listMovedPeps, listRewards, type MovedPeps, readPurse, readRewardTerms } from './queries.ts'
import { Referring } from './referring.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const userId = context.get(viewerContext).userId ?? ''
  const page = pageOf(url.searchParams)
  const [{ purse, failure }, list, { rewards }, terms, { code }, counts] = await Promise.all([
    readPurse(api),
    listMovedPeps(api, page),
    listRewards(api),
    readRewardTerms(api),
    readReferralCode(api, userId),
    countOwnReferrals(api, userId),
  ])
  const link = code && `${context.get(siteContext).origin}/?ref=${code}`
  return { page, purse, failure, list, rewards, terms, code, link, counts }
}

/** PEPS: what is there, what happened to it, and how more is earned. */
export default function Wallet({ loaderData }: Route.ComponentProps) {
  const { page, purse, failure, list, rewards, terms, code, link, counts } = loaderData
  return (
    <>
      <PageHeading
        lead="PEPS are earned or come back to you, and pay for orders. They cannot be bought or paid out."
        action={<LinkButton to="/account/orders">Use them for an order</LinkButton>}
      >
        Wallet
      </PageHeading>
      {failure ? <ErrorState message={failure} reload="Your PEPS are safe." /> : <Purse purse={purse} />}
      <SectionHeading>What happened</SectionHeading>
      <PagedTable
        caption="What happened to your PEPS"
        list={list}
        lost="Your PEPS are safe."
        columns={COLUMNS}
        rowKey={({ id }) => id ?? ''}
        page={page}
        path="/account/wallet"
        empty={
          <EmptyState title="No PEPS yet.">
            They come when somebody you referred buys, or when a price falls and you are owed a difference.
          </EmptyState>
        }
      />
      {code && link ? (
        <Referring code={code} link={link} counts={counts} rewards={rewards} />
      ) : (
        <section aria-labelledby="referring" className="mt-10 max-w-measure">
          <h2 id="referring" className="mb-2 text-22">
            Referrals
          </h2>
          <p>Vendors cannot enroll as affiliates: a vendor's account has no referral code and earns no rewards.</p>
        </section>
      )}
      <Rules terms={terms} />
    </>
  )
}

function Purse({ purse }: { purse: Awaited<ReturnType<typeof readPurse>>['purse'] }) {
  return (
    <section aria-label="Your PEPS" className="mb-8 max-w-140 rounded-card border border-grain bg-card p-5">
      <p className="text-soft">You can spend</p>
      <p className="text-36 font-extrabold tabular-nums">{pepsOf(purse.spendable)}</p>
      <p className="text-14 text-soft">1 PEP = 1 naira</p>
      {purse.unripe > 0 && (
        <p className="mt-3">
          <strong className="tabular-nums">{pepsOf(purse.unripe)}</strong> more are earned, and become yours to spend
          once the orders that earned them are final.
        </p>
      )}
      {purse.held > 0 && (
        <p className="mt-3">
          <strong className="tabular-nums">{pepsOf(purse.held)}</strong> more are set aside for payments that have
          begun.
        </p>
      )}
      {purse.owed > 0 && (
        <p className="mt-3">
          <strong className="tabular-nums">{pepsOf(purse.owed)}</strong> of your next rewards pay back what was taken
          back after you had spent it.
        </p>
      )}
    </section>
  )
}

/** "1,250 PEPS": kobo of naira. */
const pepsOf = (amountKobo: number): string => `${kobo(amountKobo).replace('₦', '')} PEPS`

const COLUMNS: Column<MovedPeps>[] = [
  {
    header: 'What',
    heading: true,
    cell: (moved) =>
      moved.order_id ? (
        <Link to={`/account/orders/${moved.order_id}`} className="text-link">
          {pepsWords(moved)}
        </Link>
      ) : (
        pepsWords(moved)
      ),
  },
  { header: 'When', cell: ({ posted_at }) => datedMoment(posted_at ?? '') },
  {
    header: 'PEPS',
    numeric: true,
    cell: ({ amount_kobo: amount, is_held }) => (
      <span className={cx('font-semibold', !is_held && (amount ?? 0) > 0 && 'text-leaf')}>
        {(amount ?? 0) > 0 ? '+' : ''}
        {kobo(amount ?? 0).replace('₦', '')}
      </span>
    ),
  },
]

function Rules({ terms }: { terms: Awaited<ReturnType<typeof readRewardTerms>> }) {
  const percent = (bps: number | null | undefined) => `${(bps ?? 0) / 100}%`
  return (
    <section aria-labelledby="rules" className="mt-10 max-w-measure">
      <h2 id="rules" className="mb-2 text-22">
        How rewards work
      </h2>
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          You earn {percent(terms?.referral_bps)} of the goods that people you referred buy: within{' '}
          {REFERRAL_CREDIT_HOURS} hours of settlement in a group buy, and of the end of free cancellation in a bulk
          order.
        </li>
        <li>
          What a group buy earned you is yours to spend once its order can no longer be left or cancelled: as a rule a
          day before the sharing day.
        </li>
        <li>If their order is refunded, its reward is taken back. Your PEPS never go below zero.</li>
        <li>
          You earn nothing by yourself: not by your own orders or shop, not by an account with your phone or bank
          account, and not by the person who brought you.
        </li>
        <li>Changes of the programme are announced at least {REWARD_NOTICE_DAYS} days before.</li>
      </ul>
      <p className="mt-3 font-semibold">
        {terms?.next_from
          ? `From ${longDay(terms.next_from)} the reward is ${percent(terms.next_bps)}.`
          : 'No change is planned.'}
      </p>
    </section>
  )
}

export const meta: Route.MetaFunction = () => titled('Wallet', 'Your PEPS, and how you earn more.')
