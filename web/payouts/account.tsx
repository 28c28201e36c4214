import { Form, redirect, useActionData, useNavigation } from 'react-router'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop } from '#web/desk/shop/shop-notice.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { dataWithSession, openServerAuth, redirectWithSession } from '#web/session/session-response.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ProofFields } from '#web/ui/fields/proof-fields.tsx'
import { datedDay } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/account.ts'
import { listBanks, listFormerAccounts, readAccount } from './queries.ts'
import { type MoneyFormResult, refusalResult, verifyIdentity } from './verify-identity.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  if (!shop) return { shop, banks: [], account: null, former: [], key: '' }
  const [banks, { account }, former] = await Promise.all([
    listBanks(api),
    readAccount(api, shop.id),
    listFormerAccounts(api, shop.id),
  ])
  return { shop, banks, account, former, key: crypto.randomUUID() }
}

interface AccountFormResult extends MoneyFormResult {
  /** The bank's name for the account, to be confirmed. */
  shown?: { accountName: string; bankName: string }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const field = (name: string) => String(form.get(name) ?? '').trim()
  if (field('intent') === 'again') return redirect('/vendor/payouts/account')
  const auth = openServerAuth(args)
  const typed = { bank_code: field('bank_code'), account_number: field('account_number').replace(/\s/g, '') }
  const proofFailure = await verifyIdentity(auth, form, typed)
  if (proofFailure) return dataWithSession(proofFailure as AccountFormResult, auth, args)
  const accountInput = { ...typed, account_name: field('account_name') || null }
  const done = await args.context.get(apiContext).command('set-bank-account', accountInput, field('key') || undefined)
  if (done.ok) return redirectWithSession('/vendor/payouts', auth, args)
  const { code, details } = done.refusal
  const outcome: AccountFormResult =
    code === 'account_name_to_confirm'
      ? { typed, shown: { accountName: String(details?.account_name), bankName: String(details?.bank_name) } }
      : refusalResult(done.refusal, typed)
  return dataWithSession(outcome, auth, args)
}

/** A shop's bank account for payouts. The bank's name for it must be confirmed before it is saved. */
export default function BankAccount({ loaderData: { shop, banks, account, former, key } }: Route.ComponentProps) {
  const outcome = useActionData() as AccountFormResult | undefined
  const busy = useNavigation().state === 'submitting'
  const { typed, shown } = outcome ?? {}
  return (
    <>
      <PageHeading lead="A new account waits 48 hours before money goes to it, so that nobody can take yours.">
        {account ? 'Change bank account' : 'Add bank account'}
      </PageHeading>
      {!shop && <NoShop />}
      {outcome?.error && (
        <Notice tone="error" className="mb-5 max-w-140">
          {formatInEnglish(outcome.error)}
        </Notice>
      )}
      {outcome?.notice && (
        <Notice tone="success" className="mb-5 max-w-140">
          {formatInEnglish(outcome.notice)}
        </Notice>
      )}
      {shop && shown && typed && (
        <Form method="post" className="grid max-w-140 gap-4">
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="bank_code" value={typed.bank_code} />
          <input type="hidden" name="account_number" value={typed.account_number} />
          <input type="hidden" name="account_name" value={shown.accountName} />
          <div className="rounded-card border border-grain bg-card p-4">
            <p className="text-soft">{shown.bankName} says that this account belongs to</p>
            <p className="text-22 font-bold">{shown.accountName}</p>
            <p className="tabular-nums text-soft">{typed.account_number}</p>
          </div>
          <p>If this is not you or your shop, do not go on: the money would be somebody else’s.</p>
          <div className="flex flex-wrap gap-3">
            <Button busy={busy} busyLabel="Saving">
              Yes, pay me here
            </Button>
            <Button tone="plain" name="intent" value="again">
              No, change it
            </Button>
          </div>
        </Form>
      )}
      {shop && !shown && (
        <Form method="post" noValidate className="grid max-w-140 gap-4">
          {/* The first submit button, because Enter triggers it. */}
          <button type="submit" name="intent" value="set" hidden tabIndex={-1} aria-hidden />
          <SelectField
            label="Bank"
            name="bank_code"
            defaultValue={typed?.bank_code ?? ''}
            error={outcome?.errors?.bank_code}
            options={[
              { value: '', label: 'Choose your bank' },
              ...banks.map(({ code, name }) => ({ value: code, label: name })),
            ]}
          />
          <TextField
            label="Account number"
            name="account_number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            hint="The 10 digits of your NUBAN."
            defaultValue={typed?.account_number ?? ''}
            error={outcome?.errors?.account_number}
          />
          {outcome?.needsProof && <ProofFields error={outcome.proof} needsProof />}
          <div className="flex flex-wrap gap-3">
            <Button name="intent" value="set" busy={busy} busyLabel="Asking the bank">
              Check the name
            </Button>
            <LinkButton to="/vendor/payouts" tone="plain">
              Back
            </LinkButton>
          </div>
        </Form>
      )}
      {former.length > 0 && (
        <section aria-labelledby="former" className="mt-10">
          <SectionHeading id="former">Accounts you used before</SectionHeading>
          <ul className="divide-y divide-grain">
            {former.map(({ id, bank_name, last_four, since, ended_at }) => (
              <li key={id} className="py-3">
                {bank_name}, ending in {last_four}
                <span className="block text-14 text-soft">
                  {datedDay(since)} to {ended_at && datedDay(ended_at)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Bank account', 'Where your shop is paid out to.')
