import type pg from 'pg'
import { renderOwnMail } from '#domain/mails/own-texts/own-text.ts'
import type { RateName } from '#domain/settings/settings.ts'
import { queueMailToMany } from '#platform/mail/queue-mail.ts'
import { readOwnTexts } from '#server/mails/own-texts/read-own-texts.ts'
import { reportUnused } from '#server/mails/own-texts/report-unused.ts'

interface RateChange {
  key: RateName
  /** Formatted: "2.5%". */
  was: string
  becomes: string
  from: Date
  isWithdrawn: boolean
  note: string
  siteUrl: string
}

/**
 * Queues a mail to every user whom a rate concerns (referrers, vendors or buyers), in one statement for any number of
 * them.
 */
export async function notifyOfRateChange(tx: pg.PoolClient, { key, siteUrl, ...change }: RateChange): Promise<void> {
  const { rows } = await tx.query<{ email: string | null }>(
    `select rights.email_of(p.id) as email from public.profiles p where case $1::text
       when 'referral_bps' then p.referral_code is not null
       when 'vendor_fee_bps' then exists (select from public.vendors v where v.owner_id = p.id)
       else exists (select from public.orders o where o.user_id = p.id) end`,
    [key],
  )
  const to = rows.flatMap(({ email }) => email ?? [])
  const ownTexts = await readOwnTexts(tx, 'rate-change')
  const facts = { key, ...change }
  const mail = renderOwnMail('rate-change', { facts, site: siteUrl, ownTexts, onUnused: reportUnused })
  await queueMailToMany(tx, to, { kind: 'rate-change', ...mail })
}
