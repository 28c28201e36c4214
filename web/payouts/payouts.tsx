import { Form, Link, useActionData, useNavigation } from 'react-router'
import { formatNaira, parseNaira } from '#domain/money.ts'
import { payoutsAllowedFrom } from '#domain/payouts/bank-account.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { dataWithSession, openServerAuth } from '#web/session/session-response.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ProofFields } from '#web/ui/fields/proof-fields.tsx'
import { kobo, moment } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/payouts.ts'
import { NextPayout } from './money/next-payout.tsx'
import { PayoutList } from './payout-list.tsx'
import { WEEKDAYS } from './payout-text.ts'
import { type OwnPayout, type PayoutAccount, readShopMoney } from './queries.ts'
import { type MoneyFormResult, refusalResult, verifyIdentity } from './verify-identity.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const money = shop && (await readShopMoney(api, shop.id))
  return { shop, money, now: new Date().toISOString(), key: crypto.randomUUID() }
}

export async function action(args: Route.ActionArgs) {
  const api = args.context.get(apiContext)
  const form = await args.request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  if (field('intent') === 'weekly') {
    const done = await api.command('set-weekly-payouts', { weekly: field('weekly') === 'on' })
    return done.ok ? { typed: {}, notice: 'Saved.' } : refusalResult(done.refusal, {})
  }
  const auth = openServerAuth(args)
  const typed = { amount: field('amount') }
  const amount = typed.amount.trim() === '' ? null : parseNaira(typed.amount)
  if (typed.amount.trim() !== '' && (amount === null || amount <= 0n)) {
    return { typed, errors: { amount: 'This must be an amount such as 25,000.' } }
  }
  const proofFailure = await verifyIdentity(auth, form, typed)
  if (proofFailure) return dataWithSession(proofFailure, auth, args)
  const withdrawal = { amount_kobo: amount === null ? null : Number(amount) }
  const done = await api.command('request-payout', withdrawal, field('key') || undefined)
  const outcome: MoneyFormResult = done.ok
    ? {
        typed: {},
        notice: `${formatNaira(done.value.amount_kobo)} is on its way to your bank. You get a mail once it has arrived.`,
      }
    : refusalResult(done.refusal, typed)
  return dataWithSession(outcome, auth, args)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(serverAction as () => Promise<MoneyFormResult>, () => ({ typed: {}, error: errorTexts.offline }))

export const shouldRevalidate = revalidateUnlessOffline

/** A vendor's money: held, available, and paid out. */
export default function Payouts({ loaderData: { shop, money, now, key } }: Route.ComponentProps) {
  const outcome = useActionData() as MoneyFormResult | undefined
  if (!shop || !money) return <NoShop title="Payouts" />
  const { failure, balance, account, terms, payouts, settings, waiting } = money
  return (
    <>
      <PageHeading
        lead="What your shop has earned, and your payouts."
        action={
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/vendor/payouts/money" tone="plain">
              What you get
            </LinkButton>
            <LinkButton to="/vendor/payouts/statement" tone="plain">
              Statement
            </LinkButton>
          </div>
        }
      >
        Payouts
      </PageHeading>
      <ShopNotice shop={shop} />
      {failure && (
        <div className="mb-5">
          <ErrorState message={failure} reload />
        </div>
      )}
      {outcome?.notice && (
        <Notice tone="success" className="mb-5">
          {formatInEnglish(outcome.notice)}
        </Notice>
      )}
      {outcome?.error && (
        <Notice tone="error" className="mb-5">
          {formatInEnglish(outcome.error)}
        </Notice>
      )}
      {terms?.held_at && (
        <Notice tone="warning" title="Payouts to your shop are stopped for now" className="mb-5">
          <p>{terms.hold_reason}</p>
          <p className="text-link">
            Your money stays yours. <Link to="/contact">Write to us</Link>
          </p>
        </Notice>
      )}
      {balance && (
        <dl className="mb-8 grid gap-3 sm:grid-cols-3">
          <Sum label="Available to withdraw" amountKobo={balance.releasable_kobo} strong />
          <Sum label="On its way to your bank" amountKobo={balance.on_its_way_kobo} />
          <Sum label="Paid out so far" amountKobo={balance.paid_out_kobo} />
        </dl>
      )}
      {balance && (
        <NextPayout
          account={account}
          balance={balance}
          waiting={waiting}
          outlook={{
            shopStatus: shop.status,
            isHeld: Boolean(terms?.held_at),
            arePaused: settings.arePaused,
            accountSince: account && new Date(account.since),
            readyKobo: BigInt(balance.releasable_kobo),
            leastKobo: BigInt(settings.leastKobo),
            weekday: settings.weekday,
            weeklySince: terms?.weekly_since ? new Date(terms.weekly_since) : null,
            lastWeeklyFor: lastWeeklyFor(payouts),
            now: new Date(now),
          }}
        />
      )}
      <div className="grid gap-10 lg:grid-cols-2">
        <section aria-labelledby="take-out">
          <SectionHeading id="take-out">Withdraw money</SectionHeading>
          {balance ? (
            <TakeOut
              account={account}
              balanceKobo={balance.releasable_kobo}
              leastKobo={settings.leastKobo}
              isClosed={shop.status !== 'active' || Boolean(terms?.held_at)}
              outcome={outcome}
              now={now}
              formKey={key}
            />
          ) : (
            <p className="text-soft">Your balance cannot be read at the moment. It stays yours.</p>
          )}
        </section>
        <section aria-labelledby="bank">
          <SectionHeading id="bank">Your bank account</SectionHeading>
          {account ? (
            <p className="mb-4">
              <strong>{account.account_name}</strong>
              <br />
              {account.bank_name}, ending in <span className="tabular-nums">{account.last_four}</span>
            </p>
          ) : (
            <p className="mb-4 text-soft">We pay you into a bank account in your name or your shop’s.</p>
          )}
          <LinkButton to="/vendor/payouts/account" tone={account ? 'plain' : 'primary'}>
            {account ? 'Change account' : 'Add bank account'}
          </LinkButton>
          <Weekly isOn={Boolean(terms?.weekly_since)} {...settings} />
        </section>
      </div>
      <section aria-labelledby="list" className="mt-10">
        <SectionHeading id="list">Your payouts</SectionHeading>
        <PayoutList payouts={payouts} />
      </section>
    </>
  )
}

const lastWeeklyFor = (payouts: readonly OwnPayout[]): string | null =>
  payouts
    .flatMap(({ weekly_for }) => weekly_for ?? [])
    .sort()
    .at(-1) ?? null

interface SumProps {
  label: string
  amountKobo: number
  strong?: boolean
}

function Sum({ label, amountKobo, strong = false }: SumProps) {
  return (
    <div className="rounded-card border border-grain bg-card p-4">
      <dt className="text-14 text-soft">{label}</dt>
      <dd className={strong ? 'text-28 font-bold text-leaf tabular-nums' : 'text-22 font-bold tabular-nums'}>
        {kobo(amountKobo)}
      </dd>
    </div>
  )
}

interface TakeOutProps {
  account: PayoutAccount | null
  balanceKobo: number
  leastKobo: number
  isClosed: boolean
  outcome: MoneyFormResult | undefined
  now: string
  formKey: string
}

function TakeOut({ account, balanceKobo, leastKobo, isClosed, outcome, now, formKey }: TakeOutProps) {
  const busy = useNavigation().formData?.get('intent') === 'take-out'
  if (isClosed) return <p className="text-soft">You cannot take money out at the moment. It stays yours.</p>
  if (!account)
    return <p className="text-soft">Add your bank account to take money out. A new account waits 48 hours.</p>
  const from = payoutsAllowedFrom(new Date(account.since))
  if (from > new Date(now)) {
    return (
      <Notice tone="info">
        For your safety a new account waits 48 hours. You can take money out from {moment(from)}.
      </Notice>
    )
  }
  if (balanceKobo < leastKobo) {
    return <p className="text-soft">You can take money out once {kobo(leastKobo)} or more is yours.</p>
  }
  return (
    // After a withdrawal its amount is not prefilled again.
    <Form key={outcome?.notice ? formKey : 'asked'} method="post" noValidate preventScrollReset className="grid gap-4">
      {/* The first submit button, because Enter triggers it. */}
      <button type="submit" name="intent" value="take-out" hidden tabIndex={-1} aria-hidden />
      <input type="hidden" name="key" value={formKey} />
      <TextField
        label="Amount"
        name="amount"
        prefix="₦"
        inputMode="decimal"
        required={false}
        defaultValue={outcome?.typed.amount ?? ''}
        error={outcome?.errors?.amount}
        hint={`Leave it empty to take out all ${kobo(balanceKobo)}. The least is ${kobo(leastKobo)}.`}
      />
      {outcome?.needsProof && <ProofFields error={outcome.proof} needsProof />}
      <Button name="intent" value="take-out" className="justify-self-start" busy={busy} busyLabel="Asking your bank">
        Take out
      </Button>
    </Form>
  )
}

function Weekly({ isOn, weekday }: { isOn: boolean; weekday: number }) {
  const busy = useNavigation().formData?.get('intent') === 'weekly'
  const day = WEEKDAYS[weekday - 1]
  return (
    <Form method="post" preventScrollReset className="mt-6">
      <input type="hidden" name="intent" value="weekly" />
      <input type="hidden" name="weekly" value={isOn ? 'off' : 'on'} />
      <p className="mb-3">
        {isOn
          ? `Every ${day} we pay out your whole available balance.`
          : `We can pay out your whole available balance every ${day} automatically.`}
      </p>
      <Button tone="plain" busy={busy} busyLabel="Saving">
        {isOn ? 'Stop weekly payouts' : `Pay me out every ${day}`}
      </Button>
    </Form>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Payouts', 'What your shop has earned, and your payouts.')
