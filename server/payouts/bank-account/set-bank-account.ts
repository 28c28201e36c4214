import type pg from 'pg'
import { isFreshProof } from '#domain/accounts/fresh-proof.ts'
import { checkFields, optional, text } from '#domain/forms/validation.ts'
import { payoutsAllowedFrom, refuseAccount } from '#domain/payouts/bank-account.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { notifyAdmins } from '#server/notices/notify-admins.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'
import { type LockedShop, lockShop } from '../lock-shop.ts'
import { readSecondsSinceProof } from './seconds-since-proof.ts'

/**
 * Sets the account that a shop is paid out to. The vendor must have re-authenticated and have confirmed the account's
 * name at the bank.
 */
export const setBankAccount: Command<'set-bank-account'> = {
  name: 'set-bank-account',
  who: 'signed-in',
  // Low, because each call reveals the holder's name of an account number.
  limit: { tries: 6, ...PER_MINUTE },
  fields: ['bank_code', 'account_number', 'account_name'],
  check: (raw) =>
    checkFields(raw, {
      bank_code: text({ label: 'Bank', min: 3, max: 6 }),
      account_number: text({ label: 'Account number', min: 10, max: 10 }),
      account_name: optional(text({ label: 'Account name', min: 1, max: 200 })),
    }),
  accountToResolve: ({ bank_code, account_number }) => ({ bankCode: bank_code, accountNumber: account_number }),
  async run({ input, caller, tx, context: { siteUrl }, accountLookup = { kind: 'no_answer' } }) {
    const { bank_code: bankCode, account_number: accountNumber, account_name: confirmedName } = input
    const shop = await lockShop(tx, { ownerId: caller.userId })
    if (!shop) return refuse('vendor_profile_not_found')
    if (shop.ownerRole !== 'vendor') return refuse('not_allowed')
    if (!isFreshProof(await readSecondsSinceProof(tx, caller))) return refuse('proof_needed')
    const bankName = await readBankName(tx, bankCode)
    const refusal = refuseAccount({ bankCode, accountNumber, confirmedName, bankName }, accountLookup)
    if (refusal) return refusal
    const { account: former } = shop
    if (former?.bankCode === bankCode && former.accountNumber === accountNumber) {
      return refuse('already_done', { message: 'This is your account already.' })
    }
    const { id, since } = await replaceAccount(tx, shop, { ...input, bankName, addedBy: shop.ownerId })
    const usable = payoutsAllowedFrom(since)
    const facts = {
      shop: shop.shopName,
      bank: bankName ?? '',
      lastFour: accountNumber.slice(-4),
      usableFrom: usable,
      isFirst: former === null,
    }
    await queueSystemMail(tx, 'bank-account-changed', { to: shop.email, person: shop.ownerId, facts, siteUrl })
    await notifyAdmins(tx, 'bank-account-changed-at-shop', { facts, siteUrl })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'bank-account.set',
      subject: { type: 'vendor', id: shop.vendorId },
      before: former ? { bank: former.bankName, last_four: former.lastFour } : {},
      after: { bank: bankName, last_four: accountNumber.slice(-4), account_name: confirmedName },
    })
    return { bank_account_id: id, usable_from: usable.toISOString() }
  },
}

async function readBankName(tx: pg.PoolClient, code: string): Promise<string | null> {
  const { rows } = await tx.query<{ name: string }>('select name from public.banks where code = $1', [code])
  return rows[0]?.name ?? null
}

interface NewAccount {
  bank_code: string
  account_number: string
  account_name: string | null
  bankName: string | null
  addedBy: string
}

async function replaceAccount(tx: pg.PoolClient, { vendorId }: LockedShop, account: NewAccount) {
  await tx.query(
    'update public.bank_accounts set ended_at = clock_timestamp() where vendor_id = $1 and ended_at is null',
    [vendorId],
  )
  const { rows } = await tx.query<{ id: string; since: Date }>(
    `insert into public.bank_accounts (vendor_id, bank_code, bank_name, account_number, account_name, added_by)
     values ($1, $2, $3, $4, $5, $6) returning id, since`,
    [vendorId, account.bank_code, account.bankName, account.account_number, account.account_name, account.addedBy],
  )
  const [added] = rows
  if (!added) throw new Error('The insert of a bank account returned no row')
  return added
}
