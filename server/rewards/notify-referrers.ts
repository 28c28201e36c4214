import type pg from 'pg'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

interface RewardNotice {
  mail: 'reward-credited' | 'reward-reversed'
  rewards: readonly { referrer_id: string; amount: bigint }[]
  siteUrl: string
}

/** Sends each referrer one notification per run, whatever the number of orders. */
export async function notifyReferrers(tx: pg.PoolClient, { mail, rewards, siteUrl }: RewardNotice): Promise<void> {
  const ids = [...new Set(rewards.map(({ referrer_id }) => referrer_id))]
  if (ids.length === 0) return
  const { rows } = await tx.query<{ id: string; email: string | null }>(
    'select id, rights.email_of(id) as email from public.profiles where id = any ($1::uuid[])',
    [ids],
  )
  const notifications = rows.map(({ id: person, email }) => {
    const own = rewards.filter(({ referrer_id }) => referrer_id === person)
    const facts = { amountKobo: own.reduce((all, { amount }) => all + amount, 0n), orders: own.length }
    return { to: email, person, facts, siteUrl }
  })
  await notifyEach(tx, mail, notifications)
}
